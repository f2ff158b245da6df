/** Templates of Hono with its typed client `hc`, and sub-applications put together by `route`. */
import { each, type Group, groupOf, importGroups, modules, type Procedures, procedures, userType } from './template.ts'

interface App extends Pick<Procedures, 'displayName' | 'typeOf'> {
  /** Class of the application, and its package. */
  app: string
  from: string
  /** The module of a sub-application. */
  module(group: Group): string
}

export const hono = ({ app, from, module, ...own }: App) =>
  procedures({
    ...own,
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
    client: `import { hc } from 'hono/client'
import type { AppType } from './server.ts'

export const client = hc<AppType>('http://localhost:3000')
`,
    call: (i, input) => `(await client.${groupOf(i)}.update${i}.$post({ json: ${input} })).json()`,
    returned: (i) => userType(i),
  })
