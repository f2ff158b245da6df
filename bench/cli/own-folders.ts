import { basename } from 'node:path'
import { userPath } from './options.ts'

const isPath = (name: string) => /^\.+$|[\\/]/.test(name)

/** Replaces paths in `--servers a,./b` by their names and folders: `--servers a,b --servers-dir ./b`. */
export function withOwnFolders(argv: readonly string[]): string[] {
  return argv.flatMap((word, i) => {
    const list = /^--servers=(.*)/.exec(word)?.[1] ?? (argv[i - 1] === '--servers' ? word : '')
    const names = list.split(',')
    const paths = names.filter(isPath)
    if (paths.length === 0) return [word]
    const named = names.map((name) => (isPath(name) ? basename(userPath(name)) : name)).join(',')
    const folders = paths.flatMap((path) => ['--servers-dir', path])
    return [...(list === word ? [] : ['--servers']), named, ...folders]
  })
}
