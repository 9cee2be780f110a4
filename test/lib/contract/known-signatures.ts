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

export const KNOWN_SIGNATURES: readonly KnownSignature[] = [
  {
    name: "user look-up, no body",
    method: "GET",
    path: "/users/123",
    body: undefined,
    timestamp: "1757050233763",
    signature: "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=",
    fits: true,
  },
  {
    name: "path is lower-cased before signing",
    method: "GET",
    path: "/users/USR_Abc",
    body: undefined,
    timestamp: "1757050233763",
    signature: "QDVZ3jNCtR75yYmGwnWsrfRxK1ZIkN2z+q35Cs6YvXM=",
    fits: true,
  },
  {
    name: "notification with laws whose keys are not sorted",
    method: "POST",
    path: "/webhook",
    body: '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1000000000000000000,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
    timestamp: "1757050233763",
    signature: "SFWrqh+qB6EB1UcWJiHjIvLYj6vxkfgBq2ONSnGop6M=",
    fits: true,
  },
  {
    name: "same body with spaces and another key order signs alike",
    method: "POST",
    path: "/webhook",
    body: '{ "data" : "service unavailable",\n "type" : "error" }',
    timestamp: "1757050233763",
    signature: "8VIdJAoUAOJAon2GzPXx1wJC8aHK7G14Vjhd3n0mNjc=",
    fits: true,
  },
  {
    name: "error body",
    method: "POST",
    path: "/webhook",
    body: '{"type":"error","data":"service unavailable"}',
    timestamp: "1757050233763",
    signature: "8VIdJAoUAOJAon2GzPXx1wJC8aHK7G14Vjhd3n0mNjc=",
    fits: true,
  },
  {
    name: "number printed with a fraction of zero",
    method: "POST",
    path: "/webhook",
    body: '{"type":"error","data":"x","n":3000.0}',
    timestamp: "1757050233763",
    signature: "d6hoLUxio7gHdINHa85+d5Wk/T/xE1c/cs89BZLIBQU=",
    fits: true,
  },
  {
    name: "number above 2^53 is signed as a double prints it",
    method: "POST",
    path: "/webhook",
    body: '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1234567890123456789012,"usd":3000},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
    timestamp: "1757050233763",
    signature: "VrmtHPYwdMXT8CjKM2kZNRwLPJMZ5re8YTWyEUmBGmE=",
    fits: true,
  },
  {
    name: "escaped unicode in the body",
    method: "POST",
    path: "/webhook",
    body: '{"type":"error","data":"Operaci\\u00f3n en revisi\\u00f3n"}',
    timestamp: "1757050233763",
    signature: "ipYoBfAGZn/j9zH9q8EjqygolwJ6ppcoSVqIm2knXqI=",
    fits: true,
  },
  {
    name: "one byte of the body changed",
    method: "POST",
    path: "/webhook",
    body: '{"type":"notification","data":{"id":1,"projectId":1,"chainId":42161,"address":{"id":543,"userId":"user-in-your-db-123","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","description":"Main wallet"},"txHash":"0xabababababababababababababababababababababababababababababababab","timestamp":"2025-08-20T05:10:57.228Z","amount":{"value":1000000000000000000,"usd":3001},"token":{"name":"Ethereum","symbol":"ETH","decimals":18,"address":null},"inflictedLaws":[{"name":"LFPIORPI","description":"Operation over the threshold","source":"DOF","risk":"illegal","country":"mexico","countryCode":"MX"},{"risk":"warn","countryCode":"MX","name":"Fintech Law","country":"mexico","description":"Review","source":"DOF"}]}}',
    timestamp: "1757050233763",
    signature: "SFWrqh+qB6EB1UcWJiHjIvLYj6vxkfgBq2ONSnGop6M=",
    fits: false,
  },
  {
    name: "signed for another path",
    method: "GET",
    path: "/users/124",
    body: undefined,
    timestamp: "1757050233763",
    signature: "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=",
    fits: false,
  },
  {
    name: "signed for another method",
    method: "POST",
    path: "/webhook",
    body: '{"type":"error","data":"x"}',
    timestamp: "1757050233763",
    signature: "P35t3pxy9WiPFsisXySs1s5yGGOGUyuPdfWcjOvPc2A=",
    fits: false,
  },
  {
    name: "signed with another secret",
    method: "GET",
    path: "/users/123",
    body: undefined,
    timestamp: "1757050233763",
    signature: "9VchQNZ6+I88r1B78YBQ3BOHOnYObqB4YoIHygtYM30=",
    fits: false,
  },
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
