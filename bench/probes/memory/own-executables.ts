/**
 * Copies of runtimes' executables, one per concurrent server. The kernel charges a page of a file to the group that reads it first.
 * Under a limit, a server that shares its runtime's file with others would get it for nothing, unlike one that is alone on its host.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../../shared/basics/root.ts'
import { abandonedIn } from '../../processes/abandoned.ts'
import { runProgram } from '../../processes/run-program.ts'
import { scratch } from '../../processes/scratch.ts'

const PREFIX = 'executables-'

export class OwnExecutables implements AsyncDisposable {
  readonly #parent: string
  #directory: ReturnType<typeof scratch> | null = null
  readonly #free = new Map<string, string[]>()
  #copies = 0

  /** @param parent where the copies are made. A temporary directory may be one in memory. */
  constructor(parent = join(ROOT, 'node_modules')) {
    this.#parent = parent
  }

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
    this.#directory ??= this.#makeDirectory()
    const copy = join(this.#directory.path, `${++this.#copies}-${basename(executable)}`)
    copyFileSync(executable, copy)
    const file = openSync(copy, 'r+')
    // Pages that are not yet on the disk cannot be dropped.
    fsyncSync(file)
    closeSync(file)
    return copy
  }

  /** Also removes those of processes that were killed. */
  #makeDirectory(): ReturnType<typeof scratch> {
    for (const left of abandonedIn(this.#parent, PREFIX))
      rmSync(left, { recursive: true, force: true })
    return scratch(`${PREFIX}${process.pid}-`, this.#parent)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#directory?.[Symbol.dispose]()
  }
}
