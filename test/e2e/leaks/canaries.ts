/** Invented data that must not be seen but where it belongs; each piece of it is recognised wherever it turns up. */

/** A record in which every field has a value of its own. */
export const RECORD = {
  givenName: "QzGivenName",
  maternalSurname: "QzMaternal",
  paternalSurname: "QzPaternal",
  birthdate: "1987-06-05",
  nationality: "MX",
  phoneNumber: { countryCode: "+9973", phoneNumber: 5598765432101 },
  email: "QzEmail@example.com",
  address: {
    country: "QzCountry",
    region: "QzRegion",
    city: "QzCity",
    street: "QzStreet",
    colonia: "QzColonia",
    exteriorNumber: "QzExterior",
    interiorNumber: "QzInterior",
    postalCode: "QzPostal",
  },
  mexico: {
    rfc: "QzRfc",
    curp: "QzCurp",
    actividadEconomica: 77665544,
    cuentaRelacionada: "QzAccount",
    monedaCuentaRelacionada: 99113355,
    documentoIdentificacion: { tipoIdentificacion: 88442211, numeroIdentificacion: "QzDocument" },
  },
};

/** A value of a corrupt record: a number of more digits than a double holds, which the SDK quotes in its error. */
export const LONG_NUMBER = "98765432109876543210123";

/** Parts of a record that must be in no place but the reply to its look-up. */
export const PERSONAL: readonly string[] = [...textsOf(RECORD), LONG_NUMBER].filter((text) => text !== "MX");

function textsOf(value: unknown): string[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsOf)
    : [String(value)];
}

export const HOOK_SECRET = "QzHookSecretOfOne";
const OLD_HOOK_SECRET = "QzHookSecretBefore";
export const OTHER_HOOK_SECRET = "QzHookSecretOfTwo";
export const API_KEY = "QzApiKeyOfOne";
const OLD_API_KEY = "QzApiKeyBefore";
/** Sent by a caller without any of the secrets. */
export const WRONG_SECRET = "QzWrongSecret";
/** Typed at the prompt of a command. */
export const TYPED_SECRET = "QzTypedSecretOfTwo";

export const SECRETS: readonly string[] = [
  HOOK_SECRET,
  OLD_HOOK_SECRET,
  OTHER_HOOK_SECRET,
  API_KEY,
  OLD_API_KEY,
  WRONG_SECRET,
  TYPED_SECRET,
];

/** In the body of an unsigned request. */
export const UNSIGNED_BODY = "QzUnsignedBody";

/** In an authentic body that does not fit the schema, and in unknown fields of a notification. */
export const UNREAD_BODY = "QzUnreadBody";

/** In a message that another sender wrote to the queue. */
export const FOREIGN_MESSAGE = "QzForeignMessage";

/** Allowed texts: the search is worthless if it does not find these. */
export const USER_ID = "u-leaks-visible";

const LATER = new Date(Date.now() + 24 * 60 * 60_000).toISOString();

export const INBOUND = JSON.stringify({
  1: { webhookSecrets: [{ value: HOOK_SECRET }, { value: OLD_HOOK_SECRET, until: LATER }] },
  2: { webhookSecrets: [{ value: OTHER_HOOK_SECRET }] },
});

export const OUTBOUND = JSON.stringify({
  1: { apiKeys: [{ value: API_KEY }, { value: OLD_API_KEY, until: LATER }] },
  2: { apiKeys: [{ value: API_KEY }] },
});
