/**
 * Copies of runtimes' executables, one per concurrent server. The kernel charges a page of a file to the group that reads it first.
 * Under a limit, a server that shares its runtime's file with others would get it for nothing, unlike one that is alone on its host.
 */
import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../../shared/basics/root.ts'
import { runProgram } from '../../processes/run-program.ts'
import { scratch } from '../../processes/scratch.ts'

export class OwnExecutables implements AsyncDisposable {
  // A temporary directory may be one in memory.
  readonly #directory = scratch('executables-', join(ROOT, 'node_modules'))
  readonly #free = new Map<string, string[]>()
  #copies = 0

  /** Does work with a copy that nothing else runs, and of which no page is in memory. */
  async use<T>(executable: string, work: (copy: string) => Promise<T>): Promise<T> {
    const free = this.#free.get(executable) ?? []
    this.#free.set(executable, free)
    const copy = free.pop() ?? this.#copy(executable)
    try {
      const { status, stderr } = await runProgram('dd', [`if=${copy}`, 'iflag=nocache', 'count=0'])
      if (status !== 0) throw new Error(`the page cache cannot be dropped: ${stderr}`)
      return await work(copy)
    } finally {
      free.push(copy)
    }
  }

  #copy(executable: string): string {
    const copy = join(this.#directory.path, `${++this.#copies}-${basename(executable)}`)
    copyFileSync(executable, copy)
    const file = openSync(copy, 'r+')
    // Pages that are not yet on the disk cannot be dropped.
    fsyncSync(file)
    closeSync(file)
    return copy
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#directory[Symbol.dispose]()
  }
}
