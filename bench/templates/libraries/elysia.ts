import { each, fields, groupOf, importGroups, modules, procedures, userType } from '../template.ts'

/** As https://elysiajs.com/essential/plugin and https://elysiajs.com/eden/treaty/overview show it. */
export default procedures({
  displayName: 'Elysia, Eden',
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
  client: `import { treaty } from '@elysiajs/eden'
import type { App } from './server.ts'

export const client = treaty<App>('localhost:3000')
`,
  call: (i, input) => `(await client.${groupOf(i)}.update${i}.post(${input})).data`,
  returned: (i) => `${userType(i, 'Date')} | null`,
})
