import type { Stored } from '../../shared/results/stored-files.ts'
import type { Median } from '../../shared/results/summary-format.ts'
import { type HeapFile, kilobytes } from '../instruments/heap/format.ts'
import { runtimesText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { type Article, barChart, type Figures, MissingFigure } from './article.ts'

type Library = HeapFile['servers'][number]

/**
 * Figures are named `<library>.<runtime>.<figure>`, such as `zod.node.built`.
 * @param stored the newest file, and that with former releases of zod
 */
export function heapArticle(stored: readonly Stored<HeapFile>[]): Article {
  const files = stored.map(({ file }) => file)
  const libraries = files.flatMap(({ servers }) => servers).filter(({ summary }) => summary !== null)
  const onNode = libraries.filter(({ runtime }) => runtime === 'node').sort((a, b) => usedBytes(a) - usedBytes(b))
  const [least, most] = [onNode.find(isCurrent), onNode.findLast(isCurrent)]
  const of = (name: string) => onNode.find((library) => library.name === name)
  const [old, recent] = [of('zod-4.4'), of('zod-4.5')]
  const [before, after] = [old?.summary, recent?.summary]
  const [newest] = files
  if (!least || !most || !before?.string || !after?.string || !newest)
    throw new MissingFigure('the article on heaps needs figures of zod-4.4 and zod-4.5')
  const fall = (larger: Median, smaller: Median) => significant(larger.median / smaller.median, 2)
  const [usedBefore, usedAfter] = [before, after].map(({ user }) => kilobytes(user.used))
  return {
    name: 'heap',
    figures: {
      ...Object.assign({}, ...libraries.map(figuresOf), ...files.flatMap(({ routes }) => routes).map(routeFigures)),
      ratio: significant(usedBytes(most) / usedBytes(least), 2),
      ...{ fewer: String(newest.counts[0]), more: significant(newest.counts.at(-1) ?? 0, 4) },
      processes: String(newest.processes),
      stringFall: fall(before.string.built, after.string.built),
      builtFall: fall(before.user.built, after.user.built),
      usedFall: fall(before.user.used, after.user.used),
      // https://github.com/elastic/kibana/issues/264170 and https://github.com/elastic/kibana/pull/288588
      ...{
        kibanaHeap: '262 MB',
        kibanaString: '7.5 KB to 0.8 KB',
        kibanaObject: '138 KB to 28 KB',
        kibanaServer: '17%',
      },
    },
    chart: barChart({
      title: `A schema of a user retains ${usedBefore} KB in ${old?.displayName}, and ${usedAfter} KB in ${recent?.displayName}`,
      subtitle:
        'Lower is better. Bars: heap that a schema of an object with four fields retains on Node.js, once it has parsed a value.',
      axis: 'kilobytes per schema',
      headings: ['used once', 'built', 'string'],
      bars: onNode.map(({ displayName, summary }) => ({
        label: displayName,
        value: (summary?.user.used.median ?? 0) / 1e3,
        texts: [summary?.user.used, summary?.user.built, summary?.string?.used].map((figure) =>
          figure ? kilobytes(figure) : '',
        ) as [string, string, string],
      })),
      caption: `${newest.startedAt.slice(0, 10)} · ${runtimesText(newest.environment)}`,
    }),
  }
}

/** Whether it is no former release. */
const isCurrent = ({ name }: Library) => !name.startsWith('zod-4.')

const usedBytes = ({ summary }: Library) => summary?.user.used.median ?? 0

function figuresOf({ name, runtime, version, summary }: Library): Figures {
  if (summary === null) return {}
  const { user, string, instructions } = summary
  const all = Object.entries({ used: user.used, built: user.built, string: string?.built })
  const sizes = all.flatMap(([figure, size]) => (size ? [[`${name}.${runtime}.${figure}`, kilobytes(size)]] : []))
  const counts = instructions ? [[`${name}.${runtime}.instructions`, significant(instructions.median / 1e6, 2)]] : []
  return Object.fromEntries([[`${name}.version`, version ?? ''], ...sizes, ...counts])
}

function routeFigures({ name, summary }: HeapFile['routes'][number]): Figures {
  if (summary === null) return {}
  return { [`${name}.route.used`]: kilobytes(summary.used), [`${name}.route.built`]: kilobytes(summary.built) }
}
