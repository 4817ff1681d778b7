-- Rows expire within seconds, so nothing is taken over.
ALTER TABLE "presence" ALTER COLUMN "customers" SET DATA TYPE uuid[] USING '{}';
