/** What a template writes, and the sources that all templates share. */

/** Sources by file name. */
export type Sources = Record<string, string>

/** Ten procedures or schemas at most, by number: applications of this size are put together from modules. */
export interface Group {
  name: string
  numbers: number[]
}

/** A project of procedures, or of schemas, as the documentation of its framework or library shows one. */
export interface Template {
  displayName: string
  kind: 'procedures' | 'schemas'
  /** `server.ts` puts the groups together. */
  server(groups: readonly Group[]): Sources
  /** Packages of the client that the folder lacks. */
  packages?: readonly string[]
  /** Left out where there is no typed client. */
  client?(groups: readonly Group[]): Sources
  /** A module that compiles only where a procedure or schema has the right type and a wrong use of it is an error. */
  check(number: number): string
  /** The client imports emitted declarations of the server, in the folder `declarations`, instead of its sources. */
  precompiled?: true
  /** Other ways that the documentation shows. `types` measures them, too. */
  variants?: readonly (Template & { variant: string })[]
}

const GROUP_SIZE = 10

export function groupsOf(size: number): Group[] {
  const numbers = Array.from({ length: size }, (_, i) => i)
  return Array.from({ length: Math.ceil(size / GROUP_SIZE) }, (_, i) => ({
    name: `group${i}`,
    numbers: numbers.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE),
  }))
}

/** @returns the lines of all numbers or groups, without indentation */
export const each = <T>(items: readonly T[], line: (item: T) => string) =>
  items.map(line).join('\n')

/** A module per group. */
export const modules = (
  groups: readonly Group[],
  source: (group: Group) => string,
  prefix = '',
): Sources =>
  Object.fromEntries(groups.map((group) => [`${prefix}${group.name}.ts`, `${source(group)}\n`]))

export const importGroups = (
  groups: readonly Pick<Group, 'name'>[],
  path = (name: string) => name,
) => each(groups, ({ name }) => `import { ${name} } from './${path(name)}.ts'`)

export const namesOf = (groups: readonly Group[]) => groups.map(({ name }) => name).join(', ')

/** The group that a number is in. */
export const groupOf = (number: number) => `group${Math.floor(number / GROUP_SIZE)}`

/** Each user has a key of its own, so that no two types are one to the compiler. */
const userWith = (id: string) => (number: number) =>
  `{ id: ${id}, name: 'Ada', surname: 'Lovelace', lastUpdate: '2026-02-28T12:00:00.000Z', tag${number}: 'new' }`

const user = userWith('1')

/** Its id is a string. */
const wrongUser = userWith(`'1'`)

export const userType = (number: number, date = 'string') =>
  `{ id: number; name: string; surname: string; lastUpdate: ${date}; tag${number}: string }`

/** Fields in a library's notation. */
export const fields = (number: number, num: string, str: string, date = str) =>
  `{ id: ${num}, name: ${str}, surname: ${str}, lastUpdate: ${date}, tag${number}: ${str} }`

export const zodFields = (number: number, date = 'z.iso.datetime()') =>
  fields(number, 'z.number()', 'z.string()', date)

/** A statement that compiles only where the type is the expected one and not just assignable to it, as `any` would be. */
export const rightType = (type: string, expected: string) =>
  `const isRight: Equal<Flat<${type}>, Flat<${expected}>> = true`

/** @param wrong a statement of one line that must be an error */
export const assertions = (imports: string, right: string, wrong: string) => `${imports}

type Flat<T> = { -readonly [K in keyof T]: T[K] }
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

export ${right}

// @ts-expect-error
export ${wrong}
`

/** Procedures with a typed client. */
export interface Procedures
  extends Pick<Template, 'displayName' | 'packages' | 'server' | 'precompiled'> {
  /** Source of `client.ts`. */
  client: string
  /** Imports of modules that call the client. */
  head?: string
  call(number: number, input: string): string
  /** Type that a call returns. */
  returned(number: number): string
  /** The part of that type that is checked. */
  typeOf?(type: string): string
}

/** The client's calls are in a module per group. */
export const procedures = ({
  client,
  head = `import { client } from './client.ts'`,
  call,
  returned,
  typeOf = (type) => type,
  ...own
}: Procedures): Template => ({
  ...own,
  kind: 'procedures',
  client: (groups) => ({
    'client.ts': client,
    ...modules(
      groups,
      ({ numbers }) =>
        `${head}\n\n${each(numbers, (i) => `export const call${i} = async () => ${call(i, user(i))}`)}`,
      'calls-of-',
    ),
  }),
  check: (i) =>
    assertions(
      `${head}\nimport { call${i} } from './calls-of-${groupOf(i)}.ts'`,
      rightType(typeOf(`Awaited<ReturnType<typeof call${i}>>`), returned(i)),
      `const wrong = async () => ${call(i, wrongUser(i))}`,
    ),
})

/** The schemas of a validation library. @param schema of one user @param infer the type of a schema */
export function schemas(
  displayName: string,
  head: string,
  schema: (number: number) => string,
  infer: (schema: string) => string,
): Template {
  return {
    displayName,
    kind: 'schemas',
    server: (groups) => ({
      ...modules(groups, ({ numbers }) =>
        [
          head,
          ...numbers.map(
            (i) => `
export const User${i} = ${schema(i)}
export type User${i} = ${infer(`typeof User${i}`)}
export const read${i} = (user: User${i}) => user.tag${i}`,
          ),
        ].join('\n'),
      ),
      'server.ts': each(groups, ({ name }) => `export * from './${name}.ts'`),
    }),
    check: (i) =>
      assertions(
        `import { read${i}, type User${i} } from './${groupOf(i)}.ts'`,
        rightType(`User${i}`, userType(i)),
        `const wrong = read${i}(${wrongUser(i)})`,
      ),
  }
}
