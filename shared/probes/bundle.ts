/** Bytes that validation libraries, typed clients and servers add to what is deployed. */
import { dateOf, grouped, listed, plural } from '../basics/text.ts'
import {
  type Contents,
  firstOf,
  type Metric,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { significant } from '../text/numbers.ts'

const bytes = {
  estimate: 'first',
  better: 'lower',
  exact: true,
  format: grouped,
} as const satisfies Partial<Metric>

const PARTS = [
  {
    part: 'library',
    heading: 'Validation libraries',
    subtitle: 'Minified and gzipped, with the schema of update-user.',
  },
  {
    part: 'client',
    heading: 'Typed clients',
    subtitle: 'Minified and gzipped for a browser, with one call.',
  },
  {
    part: 'server',
    heading: 'Servers',
    subtitle: 'The whole update-user server in one file, minified and gzipped.',
  },
]

export const bundle: Probe = {
  name: 'bundle',
  title: 'Bundle size',
  sentence:
    'size of validation libraries, typed clients and servers, bundled, minified and gzipped',
  about:
    'Bundled and minified by esbuild for production. **Validation libraries**: everything that a library and its `update-user` schema add to an application, to validate, parse, serialize and report errors. A bundle with Node modules does not run in a browser. **Typed clients**: everything that one call adds to a web page. **Servers**: `update-user` in one file, as you would deploy a serverless function.',
  noun: 'bundle',
  parts: PARTS,
  metrics: [
    { ...bytes, id: 'raw', title: 'raw, bytes' },
    { ...bytes, id: 'minified', title: 'minified, bytes', threshold: 0 },
    { ...bytes, id: 'gzipped', title: 'gzipped, bytes', threshold: 0 },
    { ...bytes, id: 'documented', title: 'gzipped as documented' },
    { ...bytes, id: 'builtins', title: 'Node modules' },
  ],
  order: ['gzipped'],
  lead: ([newest]) => (newest ? `${finding(newest.file)} ${importCost(newest.file)}`.trim() : ''),
  charts: (file) =>
    PARTS.map(({ part, subtitle }) => ({
      kind: 'dots',
      bars: true,
      name: `bundle-${part}`,
      what: 'bundle size',
      processes: null,
      subtitle: `Lower is better. ${subtitle}`,
      rows: rowsIn(file, part),
      axis: 'kilobytes, gzipped',
      headings: ['gzipped', 'minified'],
      figures: (row: SubjectRow) => ({
        value: bytesOf(row, 'gzipped') / 1e3,
        figure: kilobytes(bytesOf(row, 'gzipped')),
        aside: kilobytes(bytesOf(row, 'minified')),
      }),
      noun: part,
      all: part !== 'server',
    })),
  place: ({ startedAt, environment: { generatorVersion } }) =>
    `${dateOf(startedAt)} · ${generatorVersion} · every bundle is run and checked`,
}

const bytesOf = (row: SubjectRow, id: string) => Number(firstOf(row, id) ?? 0)
const kilobytes = (bytes: number) => `${significant(bytes / 1e3)} KB`
const rowsIn = (file: Contents, part: string) =>
  rowsOf(bundle, file).filter((row) => row.part === part)

/** Names the smallest and the largest of each part. */
function finding(file: Contents): string {
  const ranges = PARTS.flatMap(({ part }) => {
    const [least, most] = [rowsIn(file, part).at(0), rowsIn(file, part).at(-1)]
    if (!least || !most) return []
    const text = (row: SubjectRow) => `${kilobytes(bytesOf(row, 'gzipped'))} (${row.displayName})`
    return [`a ${part} takes ${text(least)} to ${text(most)}`]
  })
  return ranges.length > 0 ? `Minified and gzipped, ${listed(ranges)}.` : ''
}

/** States what the documented import line of zod costs at most. */
function importCost(file: Contents): string {
  const sizes = rowsOf(bundle, file)
    .map((row) => ({ documented: bytesOf(row, 'documented'), gzipped: bytesOf(row, 'gzipped') }))
    .filter(({ documented, gzipped }) => documented > gzipped)
  if (sizes.length === 0) return ''
  const times = Math.max(...sizes.map(({ documented, gzipped }) => documented / gzipped))
  const more = Math.max(...sizes.map(({ documented, gzipped }) => documented - gzipped))
  return `All import zod with \`import * as z\`. With \`import { z }\`, as their documentation shows, ${plural(sizes.length, 'bundle')} would be up to ${significant(times, 2)} times as large (up to ${kilobytes(more)} more), because esbuild then keeps all of zod, including every locale of zod 4 ([what an import line costs](../../../docs/articles/imports.md)).`
}
