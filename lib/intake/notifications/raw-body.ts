/** The raw bytes of a body, compressed for storage: DynamoDB bills by the KiB and refuses an item over 400 KB. */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { parseObjectExactly, textOf } from "../../contract/exact-json.ts";
import { type Notification, webhookBody } from "../../contract/webhook.ts";

/**
 * Frequent parts of notifications, the most frequent last: deflate stores a reference instead. Stored bodies can only be read
 * with the dictionary that they were written with, so this one never changes; a better one would be added beside it under a
 * new form number.
 */
const DICTIONARY_1 = Buffer.from(
  [
    // The contracts of the stablecoins that most transfers are of.
    "0xdAC17F958D2ee523a2206206994597C13D831ec70xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
    "0xc2132D05D31c914a87C6611C10748AEb04B58e8F0x55d398326f99059fF775485246999027B3197955",
    "0x3c499c542cEF5E3811e1192ce70d8cC03d5c33590x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "0xaf88d065e77c8cC2239327C5EDb3A432268e58310xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    '"Polygon","symbol":"POL"BNB"Bitcoin","symbol":"BTC","decimals":8',
    "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita, artículo ",
    "17, fracción XVI. Ley Fintech. Diario Oficial de la Federación. Las operaciones con activos virtuales por un ",
    "monto igual o superior a 645 UMA deben reportarse a la autoridad (UIF, SAT) dentro de los días siguientes. ",
    "Aviso de la transacción. Identificación del cliente. conservar los registros de las transferencias. ",
    "Markets in Crypto-Assets (MiCA) Regulation (EU) 2023/1114. Directive (EU) 2015/849. Anti-Money Laundering ",
    "Act. Bank Secrecy Act, 31 U.S.C. 5311. FinCEN. OFAC sanctions list. FATF Recommendation 16, Travel Rule. ",
    "Crypto-asset service providers must report transactions and transfers of virtual assets above the threshold ",
    "of 1,000 USD or 10,000 EUR to the authority, apply customer due diligence, and keep records of the originator ",
    "and beneficiary. Information is required for a transaction that exceeds the limit in a single day. ",
    "suspicious activity, sanctioned address, wallet, mixer",
    "https://www.diputados.gob.mx/LeyesBiblio/pdf/LFPIORPI.pdfhttps://eur-lex.europa.eu/eli/reg/2023/1114",
    "https://www.fatf-gafi.org/publications/https://www.law.cornell.edu/uscode/",
    '"country":"spain","countryCode":"ES"brazil","countryCode":"BR"argentina","countryCode":"AR"colombia",',
    '"countryCode":"CO"united kingdom","countryCode":"GB"european union","countryCode":"EU"united states",',
    '"countryCode":"US"{"type":"error","data":"',
    '"Tether USD","symbol":"USDT","decimals":6,"address":"0x"USD Coin","symbol":"USDC","decimals":6,"address":"0x',
    '{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":',
    '"mexico","countryCode":"MX"},{"name":"","description":"","source":"","risk":"warn","country":"mexico",',
    '"countryCode":"MX"}]}}{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":1,',
    '"userId":"user-","address":"0x","description":"Main wallet"},"txHash":"0x","timestamp":"2026-01-01T00:00:00',
    '.000Z","amount":{"value":1000000000000000000,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH",',
    '"decimals":18,"address":null},"inflictedLaws":[]}}',
  ].join(""),
);

/** The first byte of what is stored says how the rest is to be read. */
const DEFLATED_WITH_DICTIONARY_1 = 1;

/** No body that was accepted is larger; more would be a corrupt item. */
const MAX_INFLATED_BYTES = 1_048_576;

/** The bytes as they are stored. */
export function compressBody(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const deflated = deflateRawSync(body, { dictionary: DICTIONARY_1, level: 9 });
  const stored = new Uint8Array(deflated.length + 1);
  stored[0] = DEFLATED_WITH_DICTIONARY_1;
  stored.set(deflated, 1);
  return stored;
}

/**
 * The bytes as they came in.
 * @throws {Error} if the stored bytes are corrupt, or of a form that this version does not know
 */
export function expandBody(stored: Uint8Array): Buffer {
  if (stored[0] !== DEFLATED_WITH_DICTIONARY_1) {
    throw new Error(
      `The raw body is stored in form ${stored[0]}, which this version of vigia does not read.`,
    );
  }
  return inflateRawSync(stored.subarray(1), {
    dictionary: DICTIONARY_1,
    maxOutputLength: MAX_INFLATED_BYTES,
  });
}

/** Reads it; undefined where the body holds none, or none that this version can read. */
export function notificationIn(raw: Uint8Array): Notification | undefined {
  return readNotification(raw).notification;
}

/** The same, with how many bytes had to be read for it. */
export function readNotification(raw: Uint8Array): { notification: Notification | undefined; bytes: number } {
  let bytes = MAX_INFLATED_BYTES;
  try {
    const expanded = expandBody(raw);
    bytes = expanded.length;
    const body = webhookBody.safeParse(parseObjectExactly(textOf(expanded)));
    return {
      notification: body.success && body.data.type === "notification" ? body.data.data : undefined,
      bytes,
    };
  } catch {
    return { notification: undefined, bytes };
  }
}
