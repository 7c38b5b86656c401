/** A context worker that never comes to its work. */
process.exit(7);
