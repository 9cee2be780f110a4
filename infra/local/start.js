/** Start of `npm start`: plain JavaScript, since older versions of Node cannot even read TypeScript. */

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Vigía needs Node ${NEEDED}, and this is Node ${process.versions.node}: run npm ci without --ignore-scripts, which installs the right one for this project alone.\n`,
  );
  process.exit(1);
}

await import("./main.ts");
