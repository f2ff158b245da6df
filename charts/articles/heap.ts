import type { Stored } from '../../shared/format/stored-files.ts'
import type { Median } from '../../shared/format/summary-format.ts'
import { type HeapFile, type HeapRow, heapRows } from '../instruments/heap/format.ts'
import { kilobytes } from '../instruments/heap/instrument.ts'
import { runtimesText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { type Article, dotChart, type Figures, MissingFigure } from './article.ts'

/** Figures are named `<library>.<runtime>.<figure>`, such as `zod.node.built`. */
export function heapArticle([newest]: readonly Stored<HeapFile>[]): Article {
  const rows = newest ? heapRows(newest.file) : []
  const onNode = rows.filter(({ part, runtime }) => part === 'user' && runtime === 'node')
  const [least, most] = [onNode.find(isCurrent), onNode.findLast(isCurrent)]
  const of = (name: string, part: HeapRow['part'] = 'user') =>
    rows.find((row) => row.name === name && row.runtime === 'node' && row.part === part)
  const [before, after] = [of('zod-4.4'), of('zod-4.5')]
  const [longBefore, longAfter] = [of('zod-4.4', 'string'), of('zod-4.5', 'string')]
  if (!least || !most || !before || !after || !longBefore || !longAfter || !newest)
    throw new MissingFigure('the article on heaps needs figures of zod-4.4 and zod-4.5')
  const fall = (larger: Median, smaller: Median) => significant(larger.median / smaller.median, 2)
  const { counts, processes } = newest.file.protocol
  return {
    name: 'heap',
    figures: {
      ...Object.assign({}, ...rows.map(figuresOf)),
      ratio: fall(most.used, least.used),
      ...{
        fewer: String(counts[0]),
        more: significant(counts.at(-1) ?? 0, 4),
        processes: String(processes),
      },
      stringFall: fall(longBefore.built, longAfter.built),
      builtFall: fall(before.built, after.built),
      usedFall: fall(before.used, after.used),
      // https://github.com/elastic/kibana/issues/264170 and https://github.com/elastic/kibana/pull/288588
      ...{
        kibanaHeap: '262 MB',
        kibanaString: '7.5 KB to 0.8 KB',
        kibanaObject: '138 KB to 28 KB',
        kibanaServer: '17%',
      },
    },
    chart: dotChart({
      title: `A schema of a user retains ${kilobytes(before.used)} KB in ${before.displayName}, and ${kilobytes(after.used)} KB in ${after.displayName}`,
      subtitle:
        'Lower is better: heap that a schema of an object with four fields retains on Node.js, once it has parsed a value.',
      axis: 'kilobytes per schema',
      headings: ['used once', 'built', 'string'],
      dots: onNode.map(({ name, displayName, used, built }) => {
        const string = of(name, 'string')
        return {
          ...{ label: displayName, value: used.median / 1e3 },
          texts: [kilobytes(used), kilobytes(built), string ? kilobytes(string.used) : ''],
        }
      }),
      caption: `${newest.file.startedAt.slice(0, 10)} · ${runtimesText(newest.file.environment)}`,
    }),
  }
}

/** Whether it is no former release. */
const isCurrent = ({ name }: HeapRow) => !name.startsWith('zod-4.')

function figuresOf({ name, runtime, version, part, used, built, instructions }: HeapRow): Figures {
  if (part === 'string') return { [`${name}.${runtime}.string`]: kilobytes(built) }
  const of = part === 'user' ? runtime : part
  return {
    ...(part === 'user' && { [`${name}.version`]: version ?? '' }),
    ...{ [`${name}.${of}.used`]: kilobytes(used), [`${name}.${of}.built`]: kilobytes(built) },
    ...(instructions && {
      [`${name}.${of}.instructions`]: significant(instructions.median / 1e6, 2),
    }),
  }
}
