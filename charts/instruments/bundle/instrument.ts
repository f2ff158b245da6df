/** Bytes that each validation library adds to an application. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Row } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { type Bundle, type BundleFile, bundleStore } from './format.ts'

type Bundled = Row & { bundle: Bundle }

const size = { better: 'lower', exact: true, format: grouped } as const

export default instrument<BundleFile, Bundled>({
  name: 'bundle',
  title: 'Bundle size of validators',
  sentence: 'bytes of each validation library with one schema, bundled, minified and gzipped',
  about:
    'Everything that a validation library and its `update-user` schema add to an application: to validate, parse, serialize and report errors. Bundled and minified by esbuild for production. A library that imports Node modules does not run in a browser.',
  store: bundleStore,
  rows,
  rowNoun: 'library',
  columns: [
    { title: 'raw, bytes', ...size, value: ({ bundle }) => bundle.raw },
    { title: 'minified, bytes', ...size, value: ({ bundle }) => bundle.minified },
    { title: 'gzipped, bytes', ...size, value: ({ bundle }) => bundle.gzipped },
    { title: 'Node modules', ...size, value: ({ bundle }) => bundle.builtins.length },
  ],
  charts: (file) => [
    barChart({
      name: 'bundle',
      title: 'Bundle size of validation libraries',
      subtitle: 'Lower is better. Minified and gzipped, with the schema of update-user.',
      rows: rows(file),
      axis: 'kilobytes, gzipped',
      headings: ['gzipped', 'minified'],
      figures({ bundle: { gzipped, minified } }) {
        const [value, aside] = [significant(gzipped / 1e3), significant(minified / 1e3)].map((number) => `${number} KB`)
        return { value: gzipped / 1e3, figure: value ?? '', aside: aside ?? '' }
      },
      caption: [conditions(file)],
      noun: 'library',
    }),
  ],
  conditions,
})

/** Returns rows, the smallest first. */
function rows({ servers }: Unsealed<BundleFile>): Bundled[] {
  return servers
    .flatMap(({ bundle, ...row }) => (bundle ? [{ ...row, bundle }] : []))
    .sort((a, b) => a.bundle.gzipped - b.bundle.gzipped || (a.name < b.name ? -1 : 1))
}

function conditions({ startedAt, environment: { generatorVersion } }: BundleFile): string[] {
  return [
    [startedAt.slice(0, 10), generatorVersion, 'one valid and one invalid user checked in each bundle'].join(' · '),
  ]
}
