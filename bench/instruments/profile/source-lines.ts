/** Lines of the files that servers run, as their processes ran them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LONGEST_LINE } from '../../../charts/instruments/profile/rules.ts'
import type { SourceText } from './commands.ts'

/**
 * The text of a line of a file.
 * @param line counted from 1
 * @returns nothing where there is none, or where it is too long to say what it calls
 */
export type LineOf = (path: string, line: number) => string

const files = new Map<string, string[]>()

/** As it stands on the disk: Node takes types away and moves no line, and Bun tells where a line stood. */
export const lineOnDisk: LineOf = (path, line) => {
  const lines = files.get(path) ?? readLines(path)
  files.set(path, lines)
  return unlessLong(lines[line - 1])
}

const SourceTexts: z.ZodType<SourceText[]> = z.array(z.object({ url: z.string(), text: z.string() }))

/**
 * As the runtime told, which made other lines of it.
 * @throws where the answer is none
 */
export function linesTold(answer: unknown): LineOf {
  const told = new Map(SourceTexts.parse(answer).map(({ url, text }) => [fileURLToPath(url), text.split('\n')]))
  return (path, line) => unlessLong(told.get(path)?.[line - 1])
}

function unlessLong(text = ''): string {
  return text.length > LONGEST_LINE ? '' : text
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
