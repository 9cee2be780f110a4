import { describe, expect, it } from "vitest";
import { isEmptyText, isNoValue, spoiltId, spoiltText } from "../../../../lib/cli/core/spoilt-text.ts";

const AGAIN = "format the column as text, and export it again";

describe("a text of a file", () => {
  it.each([
    ..."NULL null (null) <null> [NULL] \\N N/A n/a NaN nil undefined None - --".split(" "),
    ..."#N/A #NULL! #REF! #VALUE! #NAME? #NUM! #DIV/0! #SPILL! #CALC! #FIELD! #BUSY! #GETTING_DATA".split(
      " ",
    ),
    ..."#N/D #¡REF! #¿NOMBRE? #¡VALOR! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC! #OBTENIENDO_DATOS".split(
      " ",
    ),
    ..."#NOMBRE? #VALOR! #ERROR! #BEZUG! #NOM? Err:502".split(" "),
    " #¡REF! ",
    "#¡DESBORDAMIENTO\u0301!",
  ])("says that there is no value: %s", (text) => {
    expect(isNoValue(text)).toBe(true);
    expect(spoiltText(text)).toBe("a word for no value: leave it empty");
  });

  it.each([..."Null NA #1 #42! u-# #ref C#! ¡Hola!".split(" "), "# ", ""])("is a value: %j", (text) => {
    expect(isNoValue(text)).toBe(false);
  });

  it.each([
    ..."1.23E+11 1,23E+11 1.23457e+11 1E+11 1.23456789012E11 1.5E-7 -1.2E+5 12.E+3".split(" "),
    " 1.2E+9 ",
  ])("is what a spreadsheet rounded: %s", (text) => {
    expect([spoiltText(text), spoiltId(text)]).toEqual(Array(2).fill(`a spreadsheet rounded it: ${AGAIN}`));
  });

  it("is what a spreadsheet had no room for", () => {
    expect(spoiltText("########")).toBe(`a spreadsheet had no room for it: ${AGAIN}`);
  });

  it.each(["", " ", "\u00a0\t", "\u200b", "\u2060 \ufeff"])("is empty where it shows nothing: %j", (text) => {
    expect(isEmptyText(text)).toBe(true);
  });

  it.each(["0", ".", "é", " a"])("is not empty where it shows something: %j", (text) => {
    expect(isEmptyText(text)).toBe(false);
  });
});

describe("an id of a file", () => {
  it.each(["44562.0", "44562,0", "7.00"])("is spoilt by decimals: %s", (id) => {
    expect(spoiltId(id)).toBe(`a program added decimals to it: ${AGAIN}`);
    expect(spoiltText(id)).toBeUndefined();
  });

  it.each(["TRUE", "FALSE", "VERDADERO", "FALSO", "True", "false"])("is spoilt where it became %s", (id) => {
    expect(spoiltId(id)).toBe(`true or false, and no id: ${AGAIN}`);
    expect(spoiltText(id)).toBeUndefined();
  });

  it.each([
    ..."u-1 123456789012 1E5 12e7 44562.5 1.2.0 1e11a v1.0 trueman 0 E+1 #1".split(" "),
    "José",
    "a b",
  ])("is taken as it is: %s", (id) => {
    expect(spoiltId(id)).toBeUndefined();
  });
});
