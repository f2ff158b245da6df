import { createServer } from 'node:http'
import { createSchema, createYoga } from 'graphql-yoga'

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    type Greeting {
      hello: String!
    }

    type Query {
      hello: Greeting!
    }
  `,
  resolvers: { Query: { hello: () => ({ hello: 'world' }) } },
})

createServer(createYoga({ schema })).listen(Number(process.env.PORT), process.env.HOST)
