import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import cors from 'cors'
import express from 'express'
import { DateTimeResolver } from 'graphql-scalars'
import type { UserList } from '../../shared/models/user-list.ts'

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

  type UserList {
    users: [User!]!
  }

  input UserListInput {
    users: [UserInput!]!
  }

  type Query {
    _empty: String
  }

  type Mutation {
    updateUsers(list: UserListInput!): UserList!
  }
`

const resolvers = {
  DateTime: DateTimeResolver,
  Mutation: {
    updateUsers(_parent: unknown, { list }: { list: UserList }) {
      for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return list
    },
  },
}

const app = express()
const httpServer = createServer(app)
const server = new ApolloServer({ typeDefs, resolvers, plugins: [ApolloServerPluginDrainHttpServer({ httpServer })] })

await server.start()
app.use('/graphql', cors(), express.json(), expressMiddleware(server))

httpServer.listen(Number(process.env.PORT), process.env.HOST)
