import {
  calls,
  checkedCall,
  each,
  fields,
  groupOf,
  importGroups,
  modules,
  type Template,
  userType,
} from '../template.ts'

const HEAD = `import { client } from './client.ts'`
const call = (i: number, input: string) => `(await client.${groupOf(i)}.update${i}.post(${input})).data`

/** As https://elysiajs.com/essential/plugin and https://elysiajs.com/eden/treaty/overview show it. */
const template: Template = {
  displayName: 'Elysia, Eden',
  kind: 'procedures',
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { Elysia, t } from 'elysia'

export const ${name} = new Elysia({ prefix: '/${name}' })
${each(
  numbers,
  (i) =>
    `  .post('/update${i}', ({ body }) => ({ ...body, lastUpdate: new Date(body.lastUpdate) }), { body: t.Object(${fields(i, 't.Number()', 't.String()')}) })`,
)}`,
    ),
    'server.ts': `import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
${importGroups(groups)}

const app = new Elysia({ adapter: node() })
${each(groups, ({ name }) => `  .use(${name})`)}
  .listen(3000)

export type App = typeof app
`,
  }),
  client: (groups) => ({
    'client.ts': `import { treaty } from '@elysiajs/eden'
import type { App } from './server.ts'

export const client = treaty<App>('localhost:3000')
`,
    ...calls(groups, HEAD, call),
  }),
  check: (i) => checkedCall(i, HEAD, call, `${userType(i, 'Date')} | null`),
}

export default template
