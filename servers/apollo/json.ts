import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import cors from 'cors'
import express from 'express'
import { DateTimeResolver } from 'graphql-scalars'
import { profileOf } from '../../shared/models/profile.ts'

const typeDefs = `#graphql
  scalar DateTime

  type Person {
    name: String!
    email: String!
    age: Int!
  }

  type Metadata {
    version: Int!
    active: Boolean!
    tags: [String!]!
    score: Float!
  }

  type Profile {
    id: Int!
    profile: Person!
    roles: [String!]!
    metadata: Metadata!
    createdAt: DateTime!
    updatedAt: DateTime!
  }

  type Query {
    json: Profile!
  }
`

let count = 0

const resolvers = { DateTime: DateTimeResolver, Query: { json: () => profileOf(++count) } }

const app = express()
const httpServer = createServer(app)
const server = new ApolloServer({ typeDefs, resolvers, plugins: [ApolloServerPluginDrainHttpServer({ httpServer })] })

await server.start()
app.use('/graphql', cors(), express.json(), expressMiddleware(server))

httpServer.listen(Number(process.env.PORT), process.env.HOST)
