#ifndef TICKWIRE_CPOSTGRES_SHIM_H
#define TICKWIRE_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

#endif
