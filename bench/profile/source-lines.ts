/** Lines of the files that servers run, as their processes read them: taking types away moves no line. */
import { readFileSync } from 'node:fs'
import { LONGEST_LINE } from '../../shared/result/profile-rules.ts'

const files = new Map<string, string[]>()

/**
 * The text of a line.
 * @param line counted from 1
 * @returns nothing where there is none, or where it is too long to say what it calls
 */
export function lineOf(path: string, line: number): string {
  const lines = files.get(path) ?? readLines(path)
  files.set(path, lines)
  const text = lines[line - 1] ?? ''
  return text.length > LONGEST_LINE ? '' : text
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
