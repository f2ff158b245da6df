/**
 * Plants changes in copies of valibot and hono, and compares each with an unchanged copy by `versions`, as a user would.
 * Arguments are names of plants, `<name>=<amount>`, or `<name>×<n>` for n comparisons of equal code. Prints a JSON line per comparison.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  file: string
  /** Its text before the planted one, which occurs once. */
  after: string
  planted(amount: number): string
  /** Goes to the start of the file. */
  head?(amount: number): string
  /** Amount of the first comparison, and the figure that it is to change by 5%. */
  amount: number
  figure: RegExp
}

const WORK =
  'let __s = 0; function __work(n) { for (let i = 0; i < n; i++) __s = (__s + i) | 0; return __s }\n'
const SAFE_PARSE =
  'function safeParse(schema, input, config$1) {\n\tconst dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));\n'
const PATH = '\t\tconst path = this.getPath(request, { env });\n'
const ITEMS = [
  ['Schema', 'unknown'],
  ['Validation', 'any'],
  ['Transformation', 'any'],
].flatMap(([kind, first]) =>
  ['', 'Async'].map((async) => `Base${kind}${async}<${first}, unknown, BaseIssue<unknown>>`),
)
const LISTS = `import * as v from 'valibot'
const Users = v.array(v.object({ id: v.number(), name: v.string() }))
const list = (n) => Array.from({ length: n }, (_, id) => ({ id, name: \`user \${id}\` }))
const [one, hundred, many] = [list(1), list(100), list(10_000)]
export const small = () => v.parse(Users, one)
export const medium = () => v.parse(Users, hundred)
export const large = () => v.parse(Users, many)
`
const directory = mkdtempSync(join(tmpdir(), 'plants-'))
const cases = join(directory, 'lists.ts')
writeFileSync(cases, LISTS)

/** Plants for all calls of valibot's `safeParse`, and for all requests of hono. */
const valibot = { package: 'valibot', file: 'dist/index.mjs', after: SAFE_PARSE }
const hono = { package: 'hono', file: 'dist/hono-base.js', after: PATH }
const metric = (name: string, server: string) => ['--metric', name, '--servers', server]

const worksAtStart = {
  planted: () => '',
  head: (n: number) => `${WORK}__work(${n});\n`,
  amount: 150_000,
  figure: /instructions/,
}
const leaks = {
  head: () => 'let __n = 0; const __kept = [];\n',
  planted: (n: number) => `if (++__n % 100 === 0) __kept.push(new Array(${n}).fill(0));\n`,
  amount: 500,
  figure: /heap after/,
}
const retains = { amount: 30, figure: /used/ }
/** One more parameter, whose default is n types of the others. */
const infers = {
  head: () => 'type __Work<T, N> = { type: T; n: N };\n',
  planted: (n: number, type: string) =>
    `, TWork = [${Array.from({ length: n }, (_, i) => `__Work<${type}, ${i}>`)}]`,
  amount: 5,
  figure: /instantiations, TS 6/,
}
const grows = {
  planted: (n: number) => `globalThis.__text = "${randomText(n)}";\n`,
  figure: /gzipped/,
}

const PLANTS: Record<string, Plant> = {
  'valid input': {
    ...valibot,
    options: metric('validators', 'valibot'),
    head: () => WORK,
    planted: (n) => `if (!dataset.issues) __work(${n});\n`,
    amount: 42,
    figure: /parse, /,
  },
  'invalid input': {
    ...valibot,
    options: metric('validators', 'valibot'),
    head: () => WORK,
    planted: (n) => `if (dataset.issues) __work(${n});\n`,
    amount: 26,
    figure: /first error/,
  },
  'large input': {
    ...valibot,
    options: ['--cases', cases],
    after: '\t\t\tif (Array.isArray(input)) {\n',
    head: () => WORK,
    planted: (n) => `if (input.length > 1000) __work(${n});\n`,
    amount: 20_000,
    figure: /^large/,
  },
  request: {
    ...hono,
    options: metric('instructions', 'hono'),
    head: () => WORK,
    planted: (n) => `__work(${n});\n`,
    amount: 500,
    figure: /request/,
  },
  'start of valibot': { ...valibot, options: metric('startup', 'valibot'), ...worksAtStart },
  'start of hono': { ...hono, options: metric('startup', 'hono'), ...worksAtStart },
  'leak of valibot': { ...valibot, options: metric('growth', 'valibot'), ...leaks },
  'leak of hono': { ...hono, options: metric('growth', 'hono'), ...leaks },
  'heap of valibot': {
    ...valibot,
    options: metric('heap', 'valibot'),
    after: 'function object(entries$1, message$1) {\n\treturn _standardSchema({\n',
    planted: (n) => `__kept: new Array(${n}).fill(0),\n`,
    ...retains,
  },
  'heap of hono': {
    ...hono,
    options: metric('heap', 'hono'),
    after: '\t\tthis.router.add(method, path, [handler, r]);\n',
    planted: (n) => `if (this.routes.length % 10 === 0) r.__kept = new Array(${n}).fill(0);\n`,
    ...retains,
  },
  'types of valibot': {
    ...valibot,
    options: metric('types', 'valibot'),
    file: 'dist/index.d.mts',
    after: `type InferOutput<TItem$1 extends ${ITEMS.join(' | ')} | BaseMetadata<any>`,
    ...infers,
    planted: (n) => infers.planted(n, 'TItem$1'),
  },
  'types of hono': {
    ...hono,
    options: metric('types', 'hono-zod'),
    file: 'dist/types/types.d.ts',
    after:
      "export type ToSchema<M extends string, P extends string, I extends Input | Input['in'], RorO",
    ...infers,
    planted: (n) => infers.planted(n, '[P, RorO]'),
  },
  'size of valibot': { ...valibot, options: metric('bundle', 'valibot'), ...grows, amount: 85 },
  'size of hono': { ...hono, options: metric('bundle', 'hono'), ...grows, amount: 810 },
}

/** Returns characters that hardly compress. */
function randomText(length: number): string {
  let text = ''
  for (let i = 0; text.length < length; i++)
    text += createHash('sha256').update(`${i}`).digest('base64')
  return text.slice(0, length)
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
  const { status, stderr } = spawnSync('node', [...command, '--out', out, '--wait'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  if (status === null || status > 1) return { status, seconds, stderr, rows: [] }
  const { verdicts } = versionsIn(readMeasurement(versions, out))
  const rows = verdicts.map(({ name, ratio, verdict, noise, finds }) => ({
    name,
    ratio,
    verdict,
    noise,
    finds,
  }))
  return { status, seconds, rows }
}

for (const argument of process.argv.slice(2)) {
  const [, name = '', kind, number] = /^([^=×]+)(?:([=×])(\d+))?$/.exec(argument) ?? []
  const plant = PLANTS[name]
  if (!plant) throw new Error(`${name} is none of ${Object.keys(PLANTS).join(', ')}`)
  const base = packed(plant, 'base', (text) => text)
  const print = (record: object) =>
    console.log(JSON.stringify({ package: plant.package, plant: name, ...record }))
  const compareWith = (amount: number) => {
    const planted = packed(plant, `planted.${amount}`, (text) => {
      if (!text.includes(plant.after)) throw new Error(`${plant.file} lacks ${plant.after}`)
      const changed = text.replace(plant.after, () => plant.after + plant.planted(amount))
      return (plant.head?.(amount) ?? '') + changed
    })
    const compared = compare(plant, [base, planted])
    print({ amount, ...compared })
    return compared.rows.find((each) => plant.figure.test(each.name))
  }
  if (kind === '×')
    for (let i = 1; i <= Number(number); i++) {
      const equal = packed(plant, `equal.${i}`, (text) => `${text}\n// ${i}\n`)
      print({ equal: i, ...compare(plant, [base, equal]) })
    }
  else if (kind === '=') compareWith(Number(number))
  else {
    const first = compareWith(plant.amount)
    const perUnit = (Number(first?.ratio) - 1) / plant.amount
    for (const target of [0.02, 0.01]) compareWith(Math.max(1, Math.round(target / perUnit)))
  }
}
rmSync(directory, { recursive: true })
