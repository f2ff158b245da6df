/** What the import line of zod costs: regions and the picture of the article on it. */
import { dateOf, grouped, inWords } from '../../shared/basics/text.ts'
import type { StackedChart } from '../../shared/probe/chart.ts'
import { type Contents, medianValue, type SubjectRow } from '../../shared/probe/probe.ts'
import { bundle } from '../../shared/probes/bundle.ts'
import { edge } from '../../shared/probes/edge.ts'
import { significant } from '../../shared/text/numbers.ts'
import { chartPicture, type Picture, pictureText } from '../draw/pictures.ts'
import { blocks, columnsTable, inline, textColumn } from '../text/markdown.ts'
import type { Additions, Regions } from './probe-page.ts'

const ARTICLE = 'docs/articles/imports.md'

/** A server with a figure for `import * as z` and one for `import { z }`. */
type Pair = SubjectRow & { namespace: number; named: number }

export const bundleAdditions: Additions = {
  articlePictures: ([newest]) =>
    newest && sizesIn(newest.file).length > 0 ? [sizesPicture(newest.file)] : [],
  regions: ([newest]) => sizesRegions(newest?.file),
}

export const edgeAdditions: Additions = {
  regions: ([newest]) => ({ 'import-start': newest ? startText(newest.file) : '' }),
}

/** Returns the subjects of a part that have both figures, the largest ratio first. */
function pairsIn({ subjects }: Contents, part: string, ids: readonly [string, string]): Pair[] {
  return subjects
    .flatMap((subject) => {
      const [namespace = null, named = null] = ids.map((id) => medianValue(subject, id))
      const isPair = subject.part === part && namespace !== null && named !== null
      return isPair ? [{ ...subject, namespace, named }] : []
    })
    .sort((a, b) => factorOf(b) - factorOf(a))
}

const sizesIn = (file: Contents) => pairsIn(file, 'server', ['gzipped', 'documented'])
const addedBy = ({ namespace, named }: Pair) => named - namespace
const factorOf = ({ namespace, named }: Pair) => named / namespace
const times = (pair: Pair) => `${significant(factorOf(pair), 2)} times`
const kilobytes = (bytes = 0) => `${significant(bytes / 1e3)} KB`
const conditionsOf = (file: Contents) => bundle.place?.(file) ?? ''

function sizesRegions(file?: Contents): Regions {
  const pairs = file ? sizesIn(file) : []
  const [most] = pairs
  if (!file || !most) return { 'import-finding': '', 'import-sizes': '' }
  const added = pairs.map(addedBy).sort((a, b) => a - b)
  // With zod 3, which has no locales, a server hardly grows.
  const grown = added.filter((bytes) => 2 * bytes > Number(added.at(-1)))
  const finding = `Minified and gzipped, ${inline(most.displayName)} is ${kilobytes(most.named)} with the first line and ${kilobytes(most.namespace)} with the second: ${times(most)} as large. Of ${inWords(added.length)} servers, ${inWords(grown.length)} grow by ${kilobytes(grown[0])} to ${kilobytes(grown.at(-1))}.`
  return {
    'import-finding': blocks(finding, pictureText(sizesPicture(file), ARTICLE)),
    'import-sizes': blocks(tableOf(pairs, 'bytes', grouped), inline(conditionsOf(file))),
  }
}

function sizesPicture(file: Contents): Picture {
  const pairs = sizesIn(file)
  const chart: StackedChart<Pair> = {
    kind: 'stacked',
    name: 'imports',
    title: `With import { z }, a server is up to ${pairs.slice(0, 1).map(times)} as large`,
    what: 'bundle size',
    processes: 1,
    subtitle: 'Servers bundled by esbuild, minified and gzipped. Lower is better.',
    rows: pairs.toSorted((a, b) => a.named - b.named),
    axis: 'kilobytes, gzipped',
    heading: 'KB',
    parts: { namespace: 'with import * as z', added: 'added by import { z }' },
    total: ({ named }) => ({ value: named / 1e3 }),
    partOf: (pair, id) =>
      (id === 'added' ? Math.max(0, addedBy(pair)) : Math.min(pair.namespace, pair.named)) / 1e3,
  }
  return chartPicture(ARTICLE, chart, [], { conditions: [conditionsOf(file)] })
}

function startText(file: Contents): string {
  const pairs = pairsIn(file, 'framework', ['start', 'documentedStart'])
  const [most] = pairs
  if (!most) return ''
  return blocks(
    `With the first line, workerd executes up to ${times(most)} the instructions before its first correct response:`,
    tableOf(pairs, 'million', (count) => significant(count / 1e6)),
    inline([dateOf(file.startedAt), ...(edge.conditions?.(file) ?? [])].join(' · ')),
  )
}

const tableOf = (pairs: readonly Pair[], unit: string, format: (value: number) => string) =>
  columnsTable(pairs, [
    textColumn('server', ({ displayName }) => displayName),
    [`\`import * as z\`, ${unit}`, ({ namespace }) => format(namespace)],
    [`\`import { z }\`, ${unit}`, ({ named }) => format(named)],
    ['added', (pair) => format(addedBy(pair)).replace('-', '−')],
    ['×', (pair) => significant(factorOf(pair))],
  ])
