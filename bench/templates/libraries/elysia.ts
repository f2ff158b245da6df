import {
  each,
  fields,
  type Group,
  groupOf,
  importGroups,
  modules,
  type Procedures,
  procedures,
  type Sources,
  userType,
} from '../template.ts'

const plugins = (groups: readonly Group[]) =>
  modules(
    groups,
    ({ name, numbers }) => `import { Elysia, t } from 'elysia'

export const ${name} = new Elysia({ prefix: '/${name}' })
${each(
  numbers,
  (i) =>
    `  .post('/update${i}', ({ body }) => ({ ...body, lastUpdate: new Date(body.lastUpdate) }), { body: t.Object(${fields(i, 't.Number()', 't.String()')}) })`,
)}`,
  )

type Named = readonly Pick<Group, 'name'>[]

const uses = (all: Named) => each(all, ({ name }) => `  .use(${name})`)

const server = (all: Named): Sources => ({
  'server.ts': `import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
${importGroups(all)}

const app = new Elysia({ adapter: node() })
${uses(all)}
  .listen(3000)

export type App = typeof app
`,
})

/** Plugins of ten plugins each. */
function nested(groups: readonly Group[]): Sources {
  const all = Map.groupBy(groups, (_, i) => `plugin${Math.floor(i / 10)}`)
  const sources = [...all].map(([name, own]) => [
    `${name}.ts`,
    `import { Elysia } from 'elysia'
${importGroups(own)}

export const ${name} = new Elysia()
${uses(own)}
`,
  ])
  return { ...Object.fromEntries(sources), ...server([...all.keys()].map((name) => ({ name }))) }
}

const eden: Omit<Procedures, 'displayName' | 'server'> = {
  packages: ['@elysiajs/eden'],
  client: `import { treaty } from '@elysiajs/eden'
import type { App } from './server.ts'

export const client = treaty<App>('localhost:3000')
`,
  call: (i, input) => `(await client.${groupOf(i)}.update${i}.post(${input})).data`,
  returned: (i) => `${userType(i, 'Date')} | null`,
}

/**
 * As https://elysiajs.com/essential/plugin and https://elysiajs.com/eden/treaty/overview show it. What is too large for the
 * compiler in one instance is separated into plugins, as https://elysiajs.com/blog/elysia-10 advises.
 */
export default {
  ...procedures({
    displayName: 'Elysia, Eden',
    server: (groups) => ({ ...plugins(groups), ...nested(groups) }),
    ...eden,
  }),
  variants: [
    {
      ...procedures({
        displayName: 'Elysia, Eden, one chain of use',
        server: (groups) => ({ ...plugins(groups), ...server(groups) }),
        ...eden,
      }),
      variant: 'one-chain',
    },
  ],
}
