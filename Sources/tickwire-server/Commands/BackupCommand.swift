import ArgumentParser
import PushServer

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the accounts to a file, whether or not the server is running.",
        discussion: """
            The copy shows one moment. A file of that name is replaced once the copy is whole and on disk. Run by root, \
            the command acts as the owner of the data folder, who must be allowed to write there. A database that nodes share (--store) \
            is backed up with PostgreSQL's own pg_dump.
            """
    )

    @Argument(help: ArgumentHelp("Where the copy goes.", valueName: "file"))
    var file: String

    @OptionGroup var dataOption: DataOption

    func run() async throws {
        try UserBackup(dataDirectory: dataOption.asOwner()).write(to: file)
        CommandOutput.line(.backedUp(file: file))
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore the accounts from a backup, whether or not the server is running.",
        discussion: """
            All changes since the backup are lost. The database gets another identity: a running server closes all \
            connections within a second, and terminals that come back see what there is now. Run by root, the command \
            acts as the owner of the data folder, who must be allowed to read the file. A database that nodes share (--store) \
            is restored with PostgreSQL's own pg_restore; it gets another identity by itself.
            """
    )

    @Argument(help: ArgumentHelp("What 'tickwire-server backup' wrote.", valueName: "file"))
    var file: String

    @OptionGroup var dataOption: DataOption

    func run() async throws {
        try UserBackup(dataDirectory: dataOption.asOwner()).restore(from: file)
        CommandOutput.line(.restored(file: file))
    }
}
