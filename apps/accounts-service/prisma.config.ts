/** Configuration of Prisma's CLI; see https://www.prisma.io/docs/orm/reference/prisma-config-reference. */
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
};
