/** Makes the log of the code under test its test's console output, which Vitest prints where the test fails, and nowhere else. */

process.stdout.write = (line: string | Uint8Array) => {
  // Vitest knows by it which test wrote the line.
  console.log(String(line).trimEnd());
  return true;
};
