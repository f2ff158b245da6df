/** Reads tables of Markdown pages, and the raw JSON of result files, without code of the suite. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as statistics from 'simple-statistics'
import { ROOT } from '../../shared/basics/root.ts'

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: raw JSON of any format
export type Raw = any

const known = new Map<string, Raw>()
export function json(path: string): Raw {
  if (!known.has(path)) known.set(path, JSON.parse(read(path)))
  return known.get(path)
}

export interface Cell {
  place: string
  /** Result files of its section, else of its page. */
  files: string[]
  heading: string
  /** Cells of the row, and titles of the columns. */
  row: string[]
  titles: string[]
  column: string
  shown: string
}

export const resultFilesIn = (text: string) =>
  [...text.matchAll(/\]\([./]*(results\/[^)]+\.json)\)/g)].map(([, path = '']) => path)

/** Returns the cells of all tables of a page; a blank name is that of the row above. */
export function cellsOf(page: string, text: string, all = resultFilesIn(text)): Cell[] {
  const cells: Cell[] = []
  for (const section of text.split(/^(?=## )/m)) {
    const own = resultFilesIn(section)
    let [heading, titles, name]: [string, string[], string] = ['', [], '']
    for (const line of section.split('\n')) {
      if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
      if (!line.startsWith('|')) titles = []
      else if (titles.length === 0)
        titles = line.split('|').map((title) => title.replace(/\[(.*)\]\(.*\)/, '$1').trim())
      else if (!line.includes('| :-') && !line.includes('| -:')) {
        // Names lead to the servers' folders.
        const row = line.split('|').map((cell) => cell.trim().replace(/^\[(.*?)\]\(.*?\)/, '$1'))
        const head = titles.findIndex((title) => ['server', 'library', 'bundle'].includes(title))
        name = row[head] || name
        for (const [i, column] of titles.entries()) {
          const shown = row[i] ?? ''
          const place = `${page}, ${name}, ${column}`
          if (i !== head && shown !== '')
            cells.push({
              place,
              files: own.length > 0 ? own : all,
              heading,
              row: [name, ...row],
              titles,
              column,
              shown,
            })
        }
      }
    }
  }
  return cells
}

/** Returns the entries of a server in a file, whose name in the table may be followed by marks or words in brackets. */
export const entriesOf = ({ row: [name = ''] }: Cell, file: Raw): Raw[] =>
  file.subjects.filter(
    ({ displayName }: Raw) =>
      displayName === name || displayName === name.replace(/( [^\w\s]{1,3}| \([a-z, ]+\))+$/, ''),
  )

/** Whether a value is rounded to what is shown; stored summaries are rounded before, and trailing zeros of whole numbers may be. */
export function isRounded(shown: string, value: number, within = 1e-5): boolean {
  // Of few processes, their figures are shown: their mean is the value.
  const points = shown.split(' · ')
  if (points.length > 1)
    return (
      Math.abs(
        statistics.mean(points.map((point) => Number(point.replaceAll(',', '')))) / value - 1,
      ) < 0.01
    )
  const [text = ''] = /[\d,]+(\.\d+)?/.exec(shown) ?? []
  const plain = text.replaceAll(',', '')
  const digits = plain.split('.')[1]?.length ?? -(/0*$/.exec(plain)?.[0].length ?? 0)
  return Math.abs(Number(plain) - value) <= 0.5001 * 10 ** -digits + within * value
}
