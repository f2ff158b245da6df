/**
 * Plants slower code in copies of valibot and hono, and compares each with an unchanged copy by `versions`, as a user would.
 * Arguments are names of plants, or `<name>×<n>` for n comparisons of equal code. Prints a JSON line per comparison.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions } from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'

interface Plant {
  package: string
  /** Options of `versions`. */
  options: string[]
  /** Its file, the line before the planted one, and the planted one. */
  file: string
  after: string
  line(amount: number): string
  /** Amount of the first comparison, and the figure that it is to change by 5%. */
  amount: number
  figure: RegExp
}

const WORK =
  'let __s = 0; function __work(n) { for (let i = 0; i < n; i++) __s = (__s + i) | 0; return __s }\n'
const SAFE_PARSE =
  'function safeParse(schema, input, config$1) {\n\tconst dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));\n'
const PATH = '\t\tconst path = this.getPath(request, { env });\n'
const LISTS = `import * as v from 'valibot'
const Users = v.array(v.object({ id: v.number(), name: v.string() }))
const list = (n) => Array.from({ length: n }, (_, id) => ({ id, name: \`user \${id}\` }))
const [one, hundred, many] = [list(1), list(100), list(10_000)]
export const small = () => v.parse(Users, one)
export const medium = () => v.parse(Users, hundred)
export const large = () => v.parse(Users, many)
`
const valibot = { package: 'valibot', file: 'dist/index.mjs', options: ['--metric', 'validators'] }
const hono = { package: 'hono', file: 'dist/hono-base.js', after: PATH }

const directory = mkdtempSync(join(tmpdir(), 'plants-'))
const cases = join(directory, 'lists.ts')
writeFileSync(cases, LISTS)

const PLANTS: Record<string, Plant> = {
  'valid input': {
    ...valibot,
    after: SAFE_PARSE,
    line: (n) => `if (!dataset.issues) __work(${n});`,
    amount: 200,
    figure: /parse, /,
  },
  'invalid input': {
    ...valibot,
    after: SAFE_PARSE,
    line: (n) => `if (dataset.issues) __work(${n});`,
    amount: 200,
    figure: /first error/,
  },
  'large input': {
    ...valibot,
    options: ['--cases', cases],
    after: '\t\t\tif (Array.isArray(input)) {\n',
    line: (n) => `if (input.length > 1000) __work(${n});`,
    amount: 20_000,
    figure: /^large/,
  },
  request: {
    ...hono,
    options: ['--servers', 'hono', '--metric', 'instructions'],
    line: (n) => `__work(${n});`,
    amount: 1_500,
    figure: /request/,
  },
}

/** Packs a copy of an installed package. */
function packed(plant: Plant, version: string, edit: (text: string) => string): string {
  const to = join(directory, version)
  cpSync(join(ROOT, 'node_modules', plant.package), to, { recursive: true })
  const [manifest, file] = [join(to, 'package.json'), join(to, plant.file)]
  const { scripts: _, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify({ ...rest, version: `${rest.version}-${version}` }))
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
  const { stdout } = spawnSync('npm', ['pack', '--silent', to], {
    cwd: directory,
    encoding: 'utf8',
  })
  rmSync(to, { recursive: true })
  return `${plant.package}@file:${join(directory, stdout.trim())}`
}

function compare({ options }: Plant, specs: readonly string[]) {
  const out = join(directory, 'result.json')
  rmSync(out, { force: true })
  const start = performance.now()
  const command = ['bench/node.mjs', 'bench/commands/main.ts', 'versions', ...specs, ...options]
  const { status } = spawnSync('node', [...command, '--out', out, '--wait'], { cwd: ROOT })
  const seconds = Math.round((performance.now() - start) / 1000)
  const { verdicts } = versionsIn(readMeasurement(versions, out))
  const rows = verdicts.map(({ name, ratio, verdict, finds }) => ({ name, ratio, verdict, finds }))
  return { status, seconds, rows }
}

for (const argument of process.argv.slice(2)) {
  const [name = '', count] = argument.split('×')
  const plant = PLANTS[name]
  if (!plant) throw new Error(`${name} is none of ${Object.keys(PLANTS).join(', ')}`)
  const base = packed(plant, 'base', (text) => text)
  const print = (record: object) => console.log(JSON.stringify({ plant: name, ...record }))
  for (let i = 1; i <= Number(count ?? 0); i++) {
    const equal = packed(plant, `equal.${i}`, (text) => `${text}\n// ${i}\n`)
    print({ equal: i, ...compare(plant, [base, equal]) })
  }
  let perUnit = 0.05 / plant.amount
  for (const target of count === undefined ? [0.05, 0.02, 0.01] : []) {
    const amount = Math.max(1, Math.round(target / perUnit))
    const planted = packed(plant, `planted.${amount}`, (text) => {
      if (!text.includes(plant.after)) throw new Error(`${plant.file} lacks ${plant.after}`)
      return WORK + text.replace(plant.after, () => `${plant.after}${plant.line(amount)}\n`)
    })
    const compared = compare(plant, [base, planted])
    const row = compared.rows.find((each) => plant.figure.test(each.name))
    if (target === 0.05 && row) perUnit = (Number(row.ratio) - 1) / amount
    print({ target, amount, ...compared })
  }
}
rmSync(directory, { recursive: true })
