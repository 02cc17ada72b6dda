// Writes down, in order, what a program does to the files of one folder, so that a test can work out what a disk would have
// kept if the power had gone at the end of this log.
//
// Loaded into the program with LD_PRELOAD. DISK_FOLDER is the folder, with all that is below it. DISK_LOG is the log, outside of
// it. DISK_CUT, if it is there, is the number of the operation before which the program dies as from SIGKILL.
//
// The program's files really change, in the kernel's cache, which a killed program leaves behind. A sync only goes into the log:
// the test decides what reaches the disk. One lock is held around each operation and its record, so the log has the order in
// which things happened. A record is written after its operation and before the program learns the operation's result.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The first byte of a record, as DiskLog.swift reads it.
enum kind { CREATE = 'c', WRITE = 'w', TRUNCATE = 't', SYNC = 's', SYNC_FOLDER = 'f', RENAME = 'r', REMOVE = 'u',
            MAKE_FOLDER = 'm', CUT = 'x', UNKNOWN = '?' };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static long cut = -1, count;
// The inodes of the folder's files that the program has opened, to tell them from sockets and from all other files.
static ino_t inodes[1024];
static int inode_count;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("DISK_FOLDER"), *log = getenv("DISK_LOG"), *number = getenv("DISK_CUT");
    if (!path || !log || !realpath(path, folder)) return;
    folder_length = strlen(folder);
    if (number) cut = atol(number);
    log_file = syscall(SYS_open, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

// MARK: The log

struct record {
    uint8_t kind;
    uint8_t unused[3];
    uint32_t mode;
    uint64_t inode, offset;
    uint32_t first, second;  // How many bytes follow: of a path or of what was written, then of another path.
};

static void put(struct record record, const void *first, const void *second) {
    struct iovec parts[] = {{&record, sizeof record}, {(void *)first, record.first}, {(void *)second, record.second}};
    if (syscall(SYS_writev, log_file, parts, 3) < 0) abort();
}

// Before each operation that the disk may forget: here the power may go.
static void enter(void) {
    pthread_mutex_lock(&lock);
    if (count++ != cut) return;
    put((struct record){.kind = CUT}, NULL, NULL);
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

static void leave(void) { int error = errno; pthread_mutex_unlock(&lock); errno = error; }

static void put_path(enum kind kind, const char *path, uint64_t inode, uint32_t mode) {
    put((struct record){.kind = kind, .inode = inode, .mode = mode, .first = strlen(path)}, path, NULL);
}

// What this log has no record for must not go unnoticed.
static void put_unknown(const char *what) { put_path(UNKNOWN, what, 0, 0); }

// MARK: Which files count

// The path within the folder, or NULL. Without double slashes, which the programs here write.
static const char *inside(int directory, const char *path, char *whole) {
    if (log_file < 0 || !path) return NULL;
    size_t length = 0;
    if (path[0] != '/') {
        char link[64];
        snprintf(link, sizeof link, directory == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", directory);
        ssize_t got = readlink(link, whole, PATH_MAX - 1);
        if (got < 0) return NULL;
        length = got;
        whole[length++] = '/';
    }
    for (; *path && length < PATH_MAX - 1; path++)
        if (*path != '/' || length == 0 || whole[length - 1] != '/') whole[length++] = *path;
    whole[length] = 0;
    if (strncmp(whole, folder, folder_length) || (whole[folder_length] && whole[folder_length] != '/')) return NULL;
    return whole[folder_length] ? whole + folder_length + 1 : whole + folder_length;
}

// SQLite's index of the write-ahead log lives in shared memory, and is made anew after a crash.
static int is_volatile(const char *path) {
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, "-shm");
}

static void opened(int file, int counts) {
    struct stat status;
    if (fstat(file, &status) || !S_ISREG(status.st_mode)) return;
    for (int i = 0; i < inode_count; i++) {
        if (inodes[i] != status.st_ino) continue;
        if (!counts) inodes[i] = inodes[--inode_count];
        return;
    }
    if (!counts) return;
    if (inode_count == sizeof inodes / sizeof *inodes) return put_unknown("more files than the log can tell apart");
    inodes[inode_count++] = status.st_ino;
}

static ino_t counted(int file) {
    struct stat status;
    if (log_file < 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return 0;
    for (int i = 0; i < inode_count; i++)
        if (inodes[i] == status.st_ino) return status.st_ino;
    return 0;
}

// MARK: Names

static int open_logged(int directory, const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    const char *name = inside(directory, path, whole);
    int creates = name && !is_volatile(name) && flags & O_CREAT, empties = name && flags & O_TRUNC;
    if (log_file < 0) return syscall(SYS_openat, directory, path, flags, mode);
    if (creates || empties) enter(); else pthread_mutex_lock(&lock);
    int is_new = creates && faccessat(directory, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    int file = syscall(SYS_openat, directory, path, flags, mode);
    if (file >= 0) {
        opened(file, name && !is_volatile(name));
        struct stat status;
        if (is_new && !fstat(file, &status)) put_path(CREATE, name, status.st_ino, status.st_mode & 07777);
        ino_t inode = empties && !is_new ? counted(file) : 0;
        if (inode) put((struct record){.kind = TRUNCATE, .inode = inode}, NULL, NULL);
    }
    leave();
    return file;
}

#define MODE(flags) mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return open_logged(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_logged(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return open_logged(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return open_logged(at, path, flags, mode); }

static int rename_logged(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    char whole_from[PATH_MAX], whole_to[PATH_MAX];
    const char *old = inside(from_at, from, whole_from), *new = inside(to_at, to, whole_to);
    if (!old && !new) return syscall(SYS_renameat2, from_at, from, to_at, to, flags);
    enter();
    int result = syscall(SYS_renameat2, from_at, from, to_at, to, flags);
    if (!old || !new || flags & ~1u) put_unknown("a rename out of the folder, or of another kind");
    else if (!result)
        put((struct record){.kind = RENAME, .first = strlen(old), .second = strlen(new)}, old, new);
    leave();
    return result;
}

int rename(const char *from, const char *to) { return rename_logged(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int at, const char *from, int to_at, const char *to) { return rename_logged(at, from, to_at, to, 0); }
int renameat2(int at, const char *from, int to_at, const char *to, unsigned flags) {
    return rename_logged(at, from, to_at, to, flags);
}

static int remove_logged(int at, const char *path, int flags) {
    char whole[PATH_MAX];
    const char *name = inside(at, path, whole);
    if (!name || is_volatile(name)) return syscall(SYS_unlinkat, at, path, flags);
    enter();
    int result = syscall(SYS_unlinkat, at, path, flags);
    if (!result) put_path(REMOVE, name, 0, 0);
    leave();
    return result;
}

int unlink(const char *path) { return remove_logged(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return remove_logged(AT_FDCWD, path, AT_REMOVEDIR); }
int unlinkat(int at, const char *path, int flags) { return remove_logged(at, path, flags); }

static int mkdir_logged(int at, const char *path, mode_t mode) {
    char whole[PATH_MAX];
    const char *name = inside(at, path, whole);
    if (!name) return syscall(SYS_mkdirat, at, path, mode);
    enter();
    int result = syscall(SYS_mkdirat, at, path, mode);
    if (!result) put_path(MAKE_FOLDER, name, 0, mode);
    leave();
    return result;
}

int mkdir(const char *path, mode_t mode) { return mkdir_logged(AT_FDCWD, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return mkdir_logged(at, path, mode); }

int link(const char *from, const char *to) {
    char whole[PATH_MAX];
    if (inside(AT_FDCWD, to, whole)) put_unknown("a second name for a file");
    return syscall(SYS_link, from, to);
}

// MARK: Contents

// A write at `offset`, or where the file stands if that is negative.
static ssize_t write_logged(int file, const void *bytes, size_t length, off_t offset) {
    if (log_file < 0 || !counted(file))
        return offset < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, offset);
    enter();
    ssize_t done = offset < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, offset);
    if (done > 0) {
        uint64_t start = offset < 0 ? (uint64_t)(lseek(file, 0, SEEK_CUR) - done) : (uint64_t)offset;
        put((struct record){.kind = WRITE, .inode = counted(file), .offset = start, .first = done}, bytes, NULL);
    }
    leave();
    return done;
}

ssize_t write(int file, const void *bytes, size_t length) { return write_logged(file, bytes, length, -1); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return write_logged(file, bytes, length, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return write_logged(file, bytes, length, offset);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
    if (counted(file)) put_unknown("writev");
    return syscall(SYS_writev, file, parts, number);
}

int ftruncate(int file, off_t length) {
    if (log_file < 0 || !counted(file)) return syscall(SYS_ftruncate, file, length);
    enter();
    int result = syscall(SYS_ftruncate, file, length);
    if (!result) put((struct record){.kind = TRUNCATE, .inode = counted(file), .offset = length}, NULL, NULL);
    leave();
    return result;
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int posix_fallocate(int file, off_t offset, off_t length) {
    if (counted(file)) put_unknown("posix_fallocate");
    return syscall(SYS_fallocate, file, 0, offset, length) ? errno : 0;
}

int posix_fallocate64(int file, off64_t offset, off64_t length) { return posix_fallocate(file, offset, length); }

static int sync_logged(int file, int number) {
    struct stat status;
    char link[64], path[PATH_MAX], whole[PATH_MAX];
    if (log_file < 0 || fstat(file, &status)) return syscall(number, file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    const char *name = S_ISDIR(status.st_mode) ? inside(AT_FDCWD, path, whole) : NULL;
    if (!name && !counted(file)) return syscall(number, file);
    enter();
    if (name) put_path(SYNC_FOLDER, name, 0, 0);
    else put((struct record){.kind = SYNC, .inode = status.st_ino}, NULL, NULL);
    leave();
    return 0;
}

int fsync(int file) { return sync_logged(file, SYS_fsync); }
int fdatasync(int file) { return sync_logged(file, SYS_fdatasync); }
