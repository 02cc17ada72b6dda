import Shared
import Testing

@testable import PushServer

/// Several commands have these errors, and not all have the same options: `migrate` has only `--from` and `--to`.
struct SharedAdviceTests {
    @Test(arguments: [
        ServerError.unwritableDirectory(path: "/data", reason: "Permission denied"),
        .untrusted(.notAFolder("/data")), .dataInUse("/data"),
    ])
    func adviceAboutADataFolderNamesNoOption(error: ServerError) {
        #expect(!error.description.contains("--"), "\(error)")
        #expect(error.description.contains("use another folder"), "\(error)")
    }

    @Test func adviceAboutAMissingPostgreSQLNamesNoOption() {
        #expect(!UserStoreError.noFleet.description.contains("--"))
    }
}
