import Testing

@testable import PostgresKit

struct PostgresAddressTests {
    @Test(arguments: [
        "postgres://ada@db.example.com/tickwire", "postgresql://one,two/tickwire?sslmode=verify-full",
        "postgres:///tickwire?host=/run/postgresql", "postgres:///tickwire?host=/run/postgresql&sslmode=disable",
    ])
    func anAddressWithoutAPasswordIsTaken(text: String) throws {
        let address = try PostgresAddress(text)
        #expect(address.description == text)
        #expect(address.parameters.contains { $0.name == "sslmode" && $0.value == "verify-full" })
    }

    @Test(arguments: [
        ("mysql://db/tickwire", PostgresAddressFault.scheme), ("postgres://ada:secret@db/tickwire", .password),
        ("postgres://db/tickwire?password=secret", .password), ("postgres:///tickwire", .noHost),
        ("postgres://db/tickwire?sslmode=require", .weakTLS("require")),
        ("postgres://db,%2Frun/tickwire?sslmode=disable", .weakTLS("disable")),
    ])
    func anAddressThatIsNotSafeIsRefused(text: String, fault: PostgresAddressFault) {
        #expect(throws: fault) { _ = try PostgresAddress(text) }
    }

    @Test func aParameterThatLibpqDoesNotKnowIsNamed() {
        #expect {
            _ = try PostgresAddress("postgres://db/tickwire?colour=red")
        } throws: { "\($0)".contains("colour") }
    }
}
