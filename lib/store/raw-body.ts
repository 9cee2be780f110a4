/** The raw bytes of a body, compressed for storage: DynamoDB bills by the KiB and refuses an item over 400 KB. */

import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * What nearly every notification holds, the most frequent last: deflate then stores a reference instead. What was
 * stored can only be read with the dictionary it was written with, so this one never changes; a better one would be
 * added beside it under a new form number.
 */
const DICTIONARY_1 = Buffer.from(
  '"description":"Operation over the threshold","source":"https://www.diputados.gob.mx/LeyesBiblio/pdf/LFPIORPI.pdf' +
    "https://www.fatf-gafi.org/Travel RuleAnti-Money Laundering ActBank Secrecy ActFinCENOFAC sanctionsMiCA" +
    'Ley Fintech","country":"United States","countryCode":"US""country":"european union","countryCode":"EU"' +
    '{"type":"error","data":"' +
    '"USD Coin","symbol":"USDC","decimals":6,"address":"0x"Tether USD","symbol":"USDT","decimals":6,"address":"0x' +
    '{"name":"LFPIORPI","description":"Operación con activos virtuales","source":"DOF","risk":"illegal","country":' +
    '"mexico","countryCode":"MX"},{"name":"","description":"","source":"","risk":"warn","country":"mexico",' +
    '"countryCode":"MX"}]}}' +
    '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":1,"userId":"user-",' +
    '"address":"0x","description":"Main wallet"},"txHash":"0x","timestamp":"2026-01-01T00:00:00.000Z","amount":' +
    '{"value":1000000000000000000,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,' +
    '"address":null},"inflictedLaws":[]}}',
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
 * @throws {Error} when what is stored is of a form that this version does not know, or corrupt
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
