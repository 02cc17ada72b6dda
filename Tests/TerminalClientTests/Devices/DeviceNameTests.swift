import Testing

@testable import TerminalClient

struct DeviceNameTests {
    @Test func aNameThatIsTypedIsTakenAsItIsOrNotAtAll() {
        #expect(DeviceName("laptop")?.text == "laptop")
        #expect(DeviceName(String(repeating: "é", count: 32)) != nil)
        #expect(DeviceName(String(repeating: "é", count: 32) + "s") == nil)
        #expect(DeviceName("") == nil)
    }

    /// A program could not be started on a machine with a long name.
    @Test func aMachinesNameIsCutWhereTheRoomEnds() {
        #expect(DeviceName(host: "laptop").text == "laptop")
        #expect(
            DeviceName(host: "s" + String(repeating: "é", count: 40)).text == "s" + String(repeating: "é", count: 31)
        )
        #expect(DeviceName(host: "").text == "unnamed machine")
    }
}
