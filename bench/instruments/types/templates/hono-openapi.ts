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

const body = (schema: string) => `{ content: { 'application/json': { schema: ${schema} } }`

/** Chained \`openapi\`, as https://github.com/honojs/middleware/tree/main/packages/zod-openapi#rpc-mode shows it, in sub-applications by \`route\`. */
const template: Template = {
  displayName: 'Hono, zod-openapi',
  kind: 'procedures',
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

${each(
  numbers,
  (i) => `const User${i} = z.object(${zodFields(i)})

const update${i} = createRoute({
  method: 'post',
  path: '/update${i}',
  request: { body: ${body(`User${i}`)}, required: true } },
  responses: { 200: ${body(`User${i}`)}, description: 'The user' } },
})
`,
)}
export const ${name} = new OpenAPIHono()
${each(
  numbers,
  (i) => `  .openapi(update${i}, (c) => {
    const user = c.req.valid('json')
    return c.json({ ...user, lastUpdate: new Date(user.lastUpdate).toISOString() }, 200)
  })`,
)}`,
    ),
    'server.ts': `import { serve } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
${importGroups(groups)}

const app = new OpenAPIHono()
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
  check: (i) => checkedCall(i, HEAD, call, userType(i)),
}

export default template
