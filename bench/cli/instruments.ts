/** The commands of instruments: each folder of `bench/instruments` with an `instrument.ts`. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import type { AddCommand } from './command.ts'

const FOLDER = join(ROOT, 'bench/instruments')

/**
 * @param name of the command to run: if it is an instrument, only that one is loaded
 * @returns in alphabetical order
 */
export async function instrumentCommands(name: string | undefined): Promise<AddCommand[]> {
  const all = globSync('*/instrument.ts', { cwd: FOLDER }).map(dirname).sort()
  const chosen = name !== undefined && all.includes(name) ? [name] : all
  return Promise.all(
    chosen.map(async (folder) => {
      const { default: add } = await import(pathToFileURL(join(FOLDER, folder, 'instrument.ts')).href)
      return add as AddCommand
    }),
  )
}
