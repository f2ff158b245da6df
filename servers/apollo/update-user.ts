import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import cors from 'cors'
import express from 'express'
import { DateTimeResolver } from 'graphql-scalars'
import type { User } from '../../shared/models/user.ts'

const typeDefs = `#graphql
  scalar DateTime

  type User {
    id: Float!
    name: String!
    surname: String!
    lastUpdate: DateTime!
  }

  input UserInput {
    id: Float!
    name: String!
    surname: String!
    lastUpdate: DateTime!
  }

  type Query {
    _empty: String
  }

  type Mutation {
    updateUser(user: UserInput!): User!
  }
`

const resolvers = {
  DateTime: DateTimeResolver,
  Mutation: {
    updateUser(_parent: unknown, { user }: { user: User }) {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return user
    },
  },
}

const app = express()
const httpServer = createServer(app)
const server = new ApolloServer({ typeDefs, resolvers, plugins: [ApolloServerPluginDrainHttpServer({ httpServer })] })

await server.start()
app.use('/graphql', cors(), express.json(), expressMiddleware(server))

httpServer.listen(Number(process.env.PORT), process.env.HOST)
