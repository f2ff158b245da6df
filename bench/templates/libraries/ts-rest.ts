import {
  each,
  fields,
  groupOf,
  importGroups,
  modules,
  namesOf,
  procedures,
  userType,
} from '../template.ts'

const userFields = (i: number) => fields(i, 'z.number()', 'z.string()', 'z.string().datetime()')

/** As https://ts-rest.com/contract/overview shows it: contracts of groups, nested. */
export default procedures({
  displayName: 'ts-rest',
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { initContract } from '@ts-rest/core'
import { z } from 'zod'

const c = initContract()

${each(numbers, (i) => `const User${i} = z.object(${userFields(i)})`)}

export const ${name} = c.router({
${each(numbers, (i) => `  update${i}: { method: 'POST', path: '/update${i}', body: User${i}, responses: { 200: User${i} } },`)}
})`,
      'contract-of-',
    ),
    'contract.ts': `import { initContract } from '@ts-rest/core'
${importGroups(groups, (name) => `contract-of-${name}`)}

export const contract = initContract().router({ ${namesOf(groups)} })
`,
    ...modules(
      groups,
      ({ name, numbers }) => `import { initServer } from '@ts-rest/express'
import { ${name} as contract } from './contract-of-${name}.ts'

export const ${name} = initServer().router(contract, {
${each(
  numbers,
  (i) =>
    `  update${i}: async ({ body }) => ({ status: 200, body: { ...body, lastUpdate: new Date(body.lastUpdate).toISOString() } }),`,
)}
})`,
    ),
    'server.ts': `import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
import { contract } from './contract.ts'
${importGroups(groups)}

const router = initServer().router(contract, { ${namesOf(groups)} })

const app = express()
app.use(express.json())
createExpressEndpoints(contract, router, app)
app.listen(3000)
`,
  }),
  client: `import { initClient } from '@ts-rest/core'
import { contract } from './contract.ts'

export const client = initClient(contract, { baseUrl: 'http://localhost:3000', baseHeaders: {} })
`,
  call: (i, input) => `await client.${groupOf(i)}.update${i}({ body: ${input} })`,
  returned: (i) => userType(i),
  typeOf: (type) => `Extract<${type}, { status: 200 }>['body']`,
})
