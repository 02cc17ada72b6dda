import Testing

@testable import TerminalClient

struct DeviceNameTests {
    @Test func aTypedNameIsTakenUnchangedOrRefused() {
        #expect(DeviceName("laptop")?.text == "laptop")
        #expect(DeviceName(String(repeating: "é", count: 32)) != nil)
        #expect(DeviceName(String(repeating: "é", count: 32) + "s") == nil)
        #expect(DeviceName("") == nil)
    }

    /// Once, the program did not start on a machine with a long name.
    @Test func aMachinesNameIsCutToTheLimit() {
        #expect(DeviceName(host: "laptop").text == "laptop")
        #expect(
            DeviceName(host: "s" + String(repeating: "é", count: 40)).text == "s" + String(repeating: "é", count: 31)
        )
        #expect(DeviceName(host: "").text == "unnamed machine")
    }
}
