/** Templates of Hono with its typed client `hc`, and sub-applications put together by `route`. */
import {
  calls,
  checkedCall,
  each,
  type Group,
  groupOf,
  importGroups,
  modules,
  type Template,
  userType,
} from './template.ts'

interface App extends Pick<Template, 'displayName'> {
  /** Class of the application, and its package. */
  app: string
  from: string
  /** The module of a sub-application. */
  module(group: Group): string
  /** The part of a call's type that is checked. */
  typeOf?(type: string): string
}

const HEAD = `import { client } from './client.ts'`
const call = (i: number, input: string) => `(await client.${groupOf(i)}.update${i}.$post({ json: ${input} })).json()`

export function hono({ displayName, app, from, module, typeOf }: App): Template {
  return {
    displayName,
    kind: 'procedures',
    server: (groups) => ({
      ...modules(groups, module),
      'server.ts': `import { serve } from '@hono/node-server'
import { ${app} } from '${from}'
${importGroups(groups)}

const app = new ${app}()
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
    check: (i) => checkedCall(i, HEAD, call, userType(i), typeOf),
  }
}
