// Sums of what is ticked; each page has them as they were when it was sent. Elements ask for them in data attributes:
//   data-adds on numbers of a form: the sum of what its ticked boxes have in data-usd, data-local and data-unit
//   data-where-lacking: shown while the amount of a ticked box is lacking

// Amounts are added in whole numbers, so that a sum has every digit.
function sumOf(amounts) {
  const places = Math.max(2, ...amounts.map((digits) => digits.split(".")[1]?.length ?? 0));
  const sum = amounts.reduce((before, digits) => {
    const [whole, fraction = ""] = digits.split(".");
    return before + BigInt(whole + fraction.padEnd(places, "0"));
  }, 0n);
  return pointed(sum, places);
}

function pointed(number, places) {
  const digits = String(number).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// Amounts by the unit of their day, cut to two decimals: a sum below a threshold is not shown as that.
function unitsOf(boxes) {
  const hundredths = (digits) => BigInt(sumOf([digits]).replace(".", ""));
  const units = [...new Set(boxes.map(({ unit }) => unit))].map(hundredths);
  const all = units.reduce((product, unit) => product * unit, 1n);
  const sum = boxes.reduce(
    (before, { local, unit }) => before + hundredths(local) * (all / hundredths(unit)),
    0n,
  );
  return pointed((sum * 100n) / all, 2);
}

const SUMS = {
  count: (boxes) => String(boxes.length),
  local: (boxes) => sumOf(boxes.flatMap(({ local }) => local ?? [])),
  usd: (boxes) => sumOf(boxes.flatMap(({ usd }) => usd ?? [])),
  units: (boxes) => unitsOf(boxes.filter(({ unit }) => unit)),
  lacking: (boxes, form) => {
    const key = form.querySelector("[data-adds=local]") ? "local" : "usd";
    return String(boxes.filter((box) => box[key] === undefined).length);
  },
};

// With commas between thousands, and an ellipsis in place of decimals behind cents.
function grouped(digits) {
  const [whole, fraction] = digits.split(".");
  const inGroups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  if (fraction === undefined) return inGroups;
  const shown = fraction.slice(0, 2);
  return `${inGroups}.${shown}${/[1-9]/.test(fraction.slice(2)) ? "…" : ""}`;
}

function addTicked(form) {
  const shown = [...form.querySelectorAll("[data-adds]")];
  if (shown.length === 0) return;
  const boxes = [...form.querySelectorAll("[name=case]:checked")].map(({ dataset }) => dataset);
  for (const one of shown) one.textContent = grouped(SUMS[one.dataset.adds](boxes, form));
  for (const one of form.querySelectorAll("[data-where-lacking]"))
    one.hidden = SUMS.lacking(boxes, form) === "0";
}

// Behind the listener of desk.js, by which one box ticks others.
document.addEventListener("change", ({ target }) => {
  if (target.matches(".c-tick input")) addTicked(target.form);
});
