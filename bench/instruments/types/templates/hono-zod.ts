import {
  calls,
  checkedCall,
  each,
  groupOf,
  importGroups,
  modules,
  type Template,
  userType,
  zodFields,
} from '../template.ts'

const HEAD = `import { client } from './client.ts'`
const call = (i: number, input: string) => `(await client.${groupOf(i)}.update${i}.$post({ json: ${input} })).json()`

/** Sub-applications by \`app.route\`, as https://hono.dev/docs/guides/rpc shows it for larger applications. */
const template: Template = {
  displayName: 'Hono, hc',
  kind: 'procedures',
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'

export const ${name} = new Hono()
${each(
  numbers,
  (i) => `  .post('/update${i}', zValidator('json', z.object(${zodFields(i)})), (c) => {
    const user = c.req.valid('json')
    return c.json({ ...user, lastUpdate: new Date(user.lastUpdate) })
  })`,
)}`,
    ),
    'server.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
${importGroups(groups)}

const app = new Hono()
${each(groups, ({ name }) => `  .route('/${name}', ${name})`)}

export type AppType = typeof app

serve({ fetch: app.fetch, port: 3000 })
`,
  }),
  client: (groups) => ({
    'client.ts': `import { hc } from 'hono/client'
import type { AppType } from './server.ts'

export const client = hc<AppType>('http://localhost:3000')
`,
    ...calls(groups, HEAD, call),
  }),
  check: (i) => checkedCall(i, HEAD, call, userType(i), (type) => `Exclude<${type}, { success: false }>`),
}

export default template
