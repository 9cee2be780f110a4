/** Known answers of the signature, each computed apart from this code. */

/** The secret's text of every known answer. */
export const KNOWN_SECRET = "not-a-real-secret-0123456789abcd";

/** A request and a signature that does or does not fit it under {@link KNOWN_SECRET}; without a body none was sent. */
export interface KnownSignature {
  name: string;
  method: string;
  path: string;
  body: string | undefined;
  timestamp: string;
  signature: string;
  fits: boolean;
}

/** A signature that fits a webhook of this body. */
export function posted(name: string, body: string, signature: string): KnownSignature {
  const call = { method: "POST", path: "/webhook", body, timestamp: "1757050233763" };
  return { name, ...call, signature, fits: true };
}

/** A signature that fits a request without a body. */
export function signedLookUp(name: string, path: string, signature: string): KnownSignature {
  return { name, method: "GET", path, body: undefined, timestamp: "1757050233763", signature, fits: true };
}

/** A request that a signature does not fit. */
export function unfit(signature: KnownSignature): KnownSignature {
  return { ...signature, fits: false };
}

export const KNOWN_SIGNATURES: readonly KnownSignature[] = [
  signedLookUp("user look-up, no body", "/users/123", "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo="),
  signedLookUp(
    "path is lower-cased before signing",
    "/users/USR_Abc",
    "QDVZ3jNCtR75yYmGwnWsrfRxK1ZIkN2z+q35Cs6YvXM=",
  ),
  posted(
    "notification with laws whose keys are not sorted",
    '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1000000000000000000,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
    "SFWrqh+qB6EB1UcWJiHjIvLYj6vxkfgBq2ONSnGop6M=",
  ),
  posted(
    "same body with spaces and another key order signs alike",
    '{ "data" : "service unavailable",\n "type" : "error" }',
    "8VIdJAoUAOJAon2GzPXx1wJC8aHK7G14Vjhd3n0mNjc=",
  ),
  posted(
    "error body",
    '{"type":"error","data":"service unavailable"}',
    "8VIdJAoUAOJAon2GzPXx1wJC8aHK7G14Vjhd3n0mNjc=",
  ),
  posted(
    "number printed with a fraction of zero",
    '{"type":"error","data":"x","n":3000.0}',
    "d6hoLUxio7gHdINHa85+d5Wk/T/xE1c/cs89BZLIBQU=",
  ),
  posted(
    "number above 2^53 is signed as a double prints it",
    '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1234567890123456789012,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
    "VrmtHPYwdMXT8CjKM2kZNRwLPJMZ5re8YTWyEUmBGmE=",
  ),
  posted(
    "escaped unicode in the body",
    '{"type":"error","data":"Operaci\\u00f3n en revisi\\u00f3n"}',
    "ipYoBfAGZn/j9zH9q8EjqygolwJ6ppcoSVqIm2knXqI=",
  ),
  unfit(
    posted(
      "one byte of the body changed",
      '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1000000000000000000,"usd":3001},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
      "SFWrqh+qB6EB1UcWJiHjIvLYj6vxkfgBq2ONSnGop6M=",
    ),
  ),
  unfit(
    signedLookUp("signed for another path", "/users/124", "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo="),
  ),
  unfit(
    posted(
      "signed for another method",
      '{"type":"error","data":"x"}',
      "P35t3pxy9WiPFsisXySs1s5yGGOGUyuPdfWcjOvPc2A=",
    ),
  ),
  unfit(
    signedLookUp("signed with another secret", "/users/123", "9VchQNZ6+I88r1B78YBQ3BOHOnYObqB4YoIHygtYM30="),
  ),
  {
    name: "timestamp changed after signing",
    method: "GET",
    path: "/users/123",
    body: undefined,
    timestamp: "1757050233764",
    signature: "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=",
    fits: false,
  },
];
