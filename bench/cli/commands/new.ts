/** `new <name>`: a folder that already passes, made from one that does. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { chooseServers, findServerFolders, SERVERS_DIR } from '../../contenders/servers.ts'

interface NewOptions {
  like: string
}

export function addNewCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('new <name>')
    .description('make the folder of another server, which passes the contract from the start')
    .addOption(new Option('--like <server>', 'the server to begin with').default('express'))
    .action((name: string, options: NewOptions) => {
      console.log(makeFolder(name, options.like))
      finish(0)
    })
}

/**
 * Copies a server's folder under another name.
 * @param parent where the new folder is made
 * @returns what to do next, for the one who asked
 */
export function makeFolder(name: string, like: string, parent = SERVERS_DIR): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(name)) {
    throw new UsageError(
      `${name ? name : 'nothing'} is no name for a server: it takes up to 64 lower-case letters, digits, hyphens and dots`,
    )
  }
  const [model] = chooseServers(findServerFolders([SERVERS_DIR]), [like])
  if (!model) throw new UsageError(`no server called ${like}`)
  const directory = join(parent, name)
  if (existsSync(directory)) throw new UsageError(`${relative('', directory)} exists already: choose another name`)
  const generated = ['dist', 'node_modules']
  try {
    cpSync(model.directory, directory, { recursive: true, filter: (path) => !generated.includes(basename(path)) })
    const file = join(directory, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.name = `@servers/${name}`
    manifest.bench.name = name
    manifest.bench.description = `a copy of ${like} to begin with`
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  return [
    `made ${relative('', directory)} from ${like}. Now:`,
    '1. put its package into package.json, with the exact version, and describe the server under "bench"',
    '2. npm install',
    `3. npm run bench -- verify --servers ${name} --watch`,
    '4. rewrite the files as its documentation would show them; take away those of scenarios that it cannot do',
  ].join('\n')
}
