/** Bytes that validation libraries, typed clients and servers add to what is deployed. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column, Row } from '../../table/columns.ts'
import { significant } from '../../text/numbers.ts'
import { dotChart } from '../dots.ts'
import { type Chart, instrument } from '../instrument.ts'
import { type Bundle, type BundleFile, type BundleKind, bundleStore, KINDS } from './format.ts'

type Bundled = Row & { kind: BundleKind; bundle: Bundle }

const size = { better: 'lower', exact: true, format: grouped } as const

const columns: Column<Bundled, Unsealed<BundleFile>>[] = [
  { title: 'raw, bytes', ...size, value: ({ bundle }) => bundle.raw },
  { title: 'minified, bytes', ...size, value: ({ bundle }) => bundle.minified },
  { title: 'gzipped, bytes', ...size, value: ({ bundle }) => bundle.gzipped },
  { title: 'gzipped as documented', ...size, value: ({ bundle }) => bundle.asDocumented ?? null },
  { title: 'Node modules', ...size, value: ({ bundle }) => bundle.builtins.length },
]

const SHOWN: Record<BundleKind, { heading: string; subtitle: string }> = {
  library: {
    heading: 'Validation libraries',
    subtitle: 'Lower is better. Minified and gzipped, with the schema of update-user.',
  },
  client: {
    heading: 'Typed clients',
    subtitle: 'Lower is better. Minified and gzipped for a browser, with one call.',
  },
  server: {
    heading: 'Servers',
    subtitle: 'Lower is better. The whole server of update-user as one file, minified and gzipped.',
  },
}

export default instrument<BundleFile, Bundled>({
  name: 'bundle',
  title: 'Bundle size',
  sentence:
    'bytes of validation libraries, typed clients and servers, bundled, minified and gzipped',
  about:
    'Bundled and minified by esbuild for production. **Validation libraries**: all that a library and its schema of `update-user` add to an application, to validate, parse, serialize and report errors; with Node modules it does not run in a browser. **Typed clients**: all that one call adds to a web page. **Servers**: `update-user` as one file, as a serverless function would be deployed.',
  store: bundleStore,
  rows,
  partOf: ({ kind }) => kind,
  rowNoun: 'bundle',
  columns,
  lead: ([newest]) => (newest ? `${finding(newest.file)} ${importCost(newest.file)}`.trim() : ''),
  tables: (file) =>
    KINDS.map((kind) => ({ heading: SHOWN[kind].heading, rows: rowsOf(file, kind), columns })),
  charts: (file) =>
    KINDS.filter((kind) => rowsOf(file, kind).length > 0).map((kind) => chartOf(file, kind)),
  place: ({ startedAt, environment }) =>
    [startedAt.slice(0, 10), environment.generatorVersion, 'every bundle is run and checked'].join(
      ' · ',
    ),
})

function chartOf(file: Unsealed<BundleFile>, kind: BundleKind): Chart {
  return dotChart({
    ...{
      name: `bundle-${kind}`,
      what: 'bundle size',
      processes: null,
      subtitle: SHOWN[kind].subtitle,
      rows: rowsOf(file, kind),
    },
    axis: 'kilobytes, gzipped',
    headings: ['gzipped', 'minified'],
    figures: ({ bundle: { gzipped, minified } }) => ({
      ...{ value: gzipped / 1e3, figure: kilobytes(gzipped), aside: kilobytes(minified) },
    }),
    noun: kind,
    all: kind !== 'server',
  })
}

const kilobytes = (bytes: number) => `${significant(bytes / 1e3)} KB`

/** The smallest and the largest of each kind. */
function finding(file: Unsealed<BundleFile>): string {
  const ranges = KINDS.flatMap((kind) => {
    const own = rowsOf(file, kind)
    const [least, most] = [own.at(0), own.at(-1)]
    if (!least || !most) return []
    const of = ({ displayName, bundle }: Bundled) => `${kilobytes(bundle.gzipped)} (${displayName})`
    return [`a ${kind} from ${of(least)} to ${of(most)}`]
  })
  return ranges.length > 0 ? `Minified and gzipped: ${ranges.join(', ')}.` : ''
}

const SOURCES =
  '[openai-node#1703](https://github.com/openai/openai-node/pull/1703), [t3-env#394](https://github.com/t3-oss/t3-env/issues/394)'

/** What the documented import line of zod costs at most. */
function importCost(file: Unsealed<BundleFile>): string {
  const larger = rows(file).flatMap(({ bundle: { asDocumented = 0, gzipped } }) =>
    asDocumented > gzipped
      ? [{ times: asDocumented / gzipped, bytes: asDocumented - gzipped }]
      : [],
  )
  if (larger.length === 0) return ''
  const [times, bytes] = [
    Math.max(...larger.map(({ times }) => times)),
    Math.max(...larger.map(({ bytes }) => bytes)),
  ]
  return `All import zod as \`import * as z\`. With the \`import { z }\` of their documentation, ${plural(larger.length, 'bundle')} would be up to ${significant(times, 2)} times as large (up to ${kilobytes(bytes)} more), since esbuild then keeps all of zod, with every locale of zod 4 (${SOURCES}).`
}

/** Returns rows by kind, the smallest first. */
function rows(file: Unsealed<BundleFile>): Bundled[] {
  return KINDS.flatMap((kind) => rowsOf(file, kind))
}

function rowsOf({ servers }: Unsealed<BundleFile>, kind: BundleKind): Bundled[] {
  return servers
    .flatMap(({ bundle, ...row }) => (bundle && row.kind === kind ? [{ ...row, bundle }] : []))
    .sort((a, b) => a.bundle.gzipped - b.bundle.gzipped || (a.name < b.name ? -1 : 1))
}
