/** Adds decimal numbers exactly, however many digits they have. */

/** JSON's numbers, without the exponents that make them endless. */
const DECIMAL = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

export class DecimalSum {
  #digits = 0n;
  #decimals = 0;

  /** Adds a JSON number's text; anything else adds nothing. */
  add(text: string): void {
    const parts = DECIMAL.exec(text);
    if (parts === null) return;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
    const decimals = fraction.length - Number(exponent);
    const digits = BigInt(`${sign}${whole}${fraction}`);
    const common = Math.max(this.#decimals, decimals, 0);
    this.#digits =
      this.#digits * 10n ** BigInt(common - this.#decimals) + digits * 10n ** BigInt(common - decimals);
    this.#decimals = common;
  }

  /** The sum in digits, with the decimals that it has. */
  toString(): string {
    const sign = this.#digits < 0n ? "-" : "";
    const digits = String(this.#digits)
      .replace("-", "")
      .padStart(this.#decimals + 1, "0");
    const whole = digits.slice(0, digits.length - this.#decimals);
    const fraction = digits.slice(digits.length - this.#decimals).replace(/0+$/, "");
    return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  }
}
