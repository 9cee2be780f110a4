import { describe, expect, it } from "vitest";
import { countryName } from "../../../lib/law/countries.ts";

describe("a country that the service names by a text and a code", () => {
  it.each([
    ["Mexico", "MX", "Mexico", "México"],
    ["México", "mx", "Mexico", "México"],
    ["MX", "MX", "Mexico", "México"],
    ["Estados Unidos Mexicanos", "MX", "Mexico", "México"],
    ["ESPAÑA", "ES", "Spain", "España"],
    ["United States of America", "US", "United States", "Estados Unidos"],
    ["EE. UU.", "US", "United States", "Estados Unidos"],
    ["Estados Unidos", "US", "United States", "Estados Unidos"],
    ["UK", "GB", "United Kingdom", "Reino Unido"],
    ["European Union", "EU", "European Union", "Unión Europea"],
    ["", "FR", "France", "Francia"],
  ])("is said once in either language: %s, %s", (country, code, english, spanish) => {
    expect([countryName(country, code, "en-US"), countryName(country, code, "es-MX")]).toEqual([
      english,
      spanish,
    ]);
  });

  it.each([
    ["Spain", "MX"],
    ["Mexico", "US"],
    ["Mexico", ""],
    ["Nowhere", "ZQ"],
    ["Mexico", "M1"],
  ])("is none where the two are not of one country: %s, %s", (country, code) => {
    expect(countryName(country, code, "en-US")).toBeUndefined();
  });
});
